import { PackageOpen } from 'lucide-react';
import { ownOrdersQuery } from '@taller/shared/orders/own/own-orders-query.ts';
import { useInfiniteQuery } from '@taller/shared/query';
import { Button } from '@taller/shared/ui/button.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { es } from '#src/texts/es.ts';
import { failureText } from '#src/texts/failure-text.ts';
import styles from './customer-panel.module.css';
import { OwnOrderCard } from './own-order-card.tsx';

/** The own orders, newest first. */
export function OwnOrders({ rut }: { rut: string }) {
  const orders = useInfiniteQuery(ownOrdersQuery(rut));
  const rows = orders.data?.pages.flat() ?? [];
  return (
    <section className={styles.section} aria-labelledby="mis-ordenes">
      <h2 id="mis-ordenes">{es.panel.orders}</h2>
      {orders.isPending && <Skeleton label={es.loading} shape="card" count={2} />}
      {orders.isError && rows.length === 0 && (
        <ErrorState
          error={orders.error}
          message={failureText(orders.error, es.panel.ordersFailed)}
          onRetry={() => void orders.refetch()}
          retrying={orders.isFetching}
        />
      )}
      {orders.isSuccess && rows.length === 0 && (
        <EmptyState icon={<PackageOpen aria-hidden="true" />} title={es.panel.noOrders}>
          {es.panel.noOrdersHint}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul className={styles.list}>
          {rows.map((order) => (
            <OwnOrderCard key={order.id} order={order} />
          ))}
        </ul>
      )}
      {orders.hasNextPage && (
        <Button
          loading={orders.isFetchingNextPage}
          loadingText={es.loading}
          onClick={() => void orders.fetchNextPage()}
        >
          {es.more}
        </Button>
      )}
    </section>
  );
}
