import PackageOpen from 'lucide-react/icons/package-open';
import { ownOrdersQuery } from '@taller/shared/orders/own/own-orders-queries.ts';
import { useInfiniteQuery } from '@taller/shared/query';
import { Button } from '@taller/shared/ui/button.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { panelTexts } from '#src/features/panel/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import styles from './customer-panel.module.css';
import { OwnOrderCard } from './own-order-card.tsx';

/** The own orders, newest first. */
export function OwnOrders({ rut }: { rut: string }) {
  const orders = useInfiniteQuery(ownOrdersQuery(rut));
  const rows = orders.data?.pages.flat() ?? [];
  return (
    <section className={styles.section} aria-labelledby="mis-ordenes">
      <h2 id="mis-ordenes">{panelTexts.orders}</h2>
      {orders.isPending && <Skeleton label={commonTexts.loading} shape="card" count={5} />}
      {orders.isError && rows.length === 0 && (
        <ErrorState
          error={orders.error}
          message={failureText(orders.error, panelTexts.ordersFailed)}
          onRetry={() => void orders.refetch()}
          retrying={orders.isFetching}
        />
      )}
      {orders.isSuccess && rows.length === 0 && (
        <EmptyState icon={<PackageOpen aria-hidden="true" />} title={panelTexts.noOrders}>
          {panelTexts.noOrdersHint}
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
          loadingText={commonTexts.loading}
          onClick={() => void orders.fetchNextPage()}
        >
          {commonTexts.more}
        </Button>
      )}
    </section>
  );
}
