import { paths } from '@taller/shared/contract/paths.ts';
import { orderReadFailure } from '@taller/shared/orders/failure-text.ts';
import { orderIdQuery } from '@taller/shared/orders/order-view-queries.ts';
import { parseOrderNumber } from '@taller/shared/orders/order-number.ts';
import { useQuery } from '@taller/shared/query';
import { Navigate, useParams, useSession, type CurrentUser } from '@taller/shared/runtime';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { isUuid } from '@taller/shared/values/uuid.ts';
import { OrderView } from '#src/features/orders/view/order-view.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';

/** /dashboard/orders/view/:id for staff; a number in place of the id leads to its order. */
export function OrderViewPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  const number = isUuid(id) ? null : parseOrderNumber(id);
  if (!user) return null;
  return number === null ? (
    <OrderView key={id} id={id} user={user} />
  ) : (
    <NumberedOrder key={id} number={number} user={user} />
  );
}

function NumberedOrder({ number, user }: { number: number; user: CurrentUser }) {
  const { data: id, error, refetch, isFetching } = useQuery(orderIdQuery(number));
  if (id) return <Navigate replace to={paths.orderView.getHref(id)} />;
  // The view reports a missing order.
  if (id === null) return <OrderView id={String(number)} user={user} />;
  return error ? (
    <ErrorState
      as="h1"
      error={error}
      message={orderReadFailure(error)}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  ) : (
    <Skeleton label={orderTexts.loading} shape="card" count={4} />
  );
}
