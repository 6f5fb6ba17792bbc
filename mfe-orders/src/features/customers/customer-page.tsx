import { paths } from '@taller/shared/contract/paths.ts';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { customerRecordQuery } from '@taller/shared/orders/customers/customer-record-query.ts';
import { useQuery } from '@taller/shared/query';
import { useLocation, useParams } from '@taller/shared/runtime';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { customerTexts } from '#src/features/customers/texts.ts';
import { CustomerView } from './customer-view.tsx';

const { record: texts } = customerTexts;

/** The search of the list that led here, which its link hands over. */
const listOf = (state: unknown): string => (typeof state === 'string' ? state : '');

/** /dashboard/clientes/:id, for staff: a customer, by the id of the account or of one of the orders. */
export function CustomerPage() {
  const { id = '' } = useParams();
  const { state } = useLocation();
  const back = paths.dashboardCustomers.getHref() + listOf(state);
  const { data, error, refetch, isFetching } = useQuery(customerRecordQuery(id));
  if (data) return <CustomerView id={id} record={data} back={back} />;
  if (!error) return <Skeleton label={commonTexts.loading} shape="card" count={4} />;
  const isMissing = dataErrorCode(error) === 'not-found';
  return (
    <ErrorState
      as="h1"
      error={error}
      message={isMissing ? texts.missing : failureText(error, texts.failed)}
      onRetry={isMissing ? undefined : () => void refetch()}
      retrying={isFetching}
      actions={<LinkButton to={back}>{texts.back}</LinkButton>}
    />
  );
}
