import { paths } from '@taller/shared/contract/paths.ts';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { customerRecordQuery } from '@taller/shared/orders/customers/customer-record-query.ts';
import { useQuery } from '@taller/shared/query';
import { useParams } from '@taller/shared/runtime';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { customerTexts } from '#src/features/customers/texts.ts';
import { CustomerView } from './customer-view.tsx';

const { record: texts } = customerTexts;

/** /dashboard/clientes/:id, for staff: a customer, by the id of the account or of one of the orders. */
export function CustomerPage() {
  const { id = '' } = useParams();
  const { data, error, refetch, isFetching } = useQuery(customerRecordQuery(id));
  if (data) return <CustomerView record={data} />;
  if (!error) return <Skeleton label={commonTexts.loading} shape="card" count={4} />;
  const isMissing = dataErrorCode(error) === 'not-found';
  return (
    <ErrorState
      as="h1"
      error={error}
      message={isMissing ? texts.missing : failureText(error, texts.failed)}
      onRetry={isMissing ? undefined : () => void refetch()}
      retrying={isFetching}
      actions={<LinkButton to={paths.dashboardCustomers.getHref()}>{texts.back}</LinkButton>}
    />
  );
}
