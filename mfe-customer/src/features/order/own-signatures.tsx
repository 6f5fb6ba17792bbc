import { paths } from '@taller/shared/contract/paths.ts';
import { orderReadFailure } from '@taller/shared/orders/failure-text.ts';
import { paperCodeQuery } from '@taller/shared/orders/records/paper-queries.ts';
import { latestOf, SIGNED_MOMENTS } from '@taller/shared/orders/signatures/signature.ts';
import { orderSignaturesQuery } from '@taller/shared/orders/signatures/signature-queries.ts';
import { signatureTexts } from '@taller/shared/orders/signatures/signature-texts.ts';
import { useQuery } from '@taller/shared/query';
import { Card } from '@taller/shared/ui/card.tsx';
import { DefinitionList } from '@taller/shared/ui/definition-list.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { orderTexts } from './texts.ts';

/** The signatures for an own device, with a link to check its slip (REC-70); renders nothing without any. */
export function OwnSignatures({ orderId }: { orderId: string }) {
  const { data, error, refetch, isFetching } = useQuery(orderSignaturesQuery(orderId));
  const { data: code } = useQuery({ ...paperCodeQuery(orderId), enabled: Boolean(data?.length) });
  if (error && !data)
    return (
      <ErrorState
        error={error}
        message={orderReadFailure(error)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  const signed = SIGNED_MOMENTS.flatMap((moment) => latestOf(data ?? [], moment) ?? []);
  if (signed.length === 0) return null;
  return (
    <Card title={orderTexts.signatures}>
      <DefinitionList
        items={signed.map(({ moment, signer_name: name, signed_at: at }) => ({
          term: signatureTexts.moments[moment],
          value: name,
          note: formatDateTime(at),
        }))}
      />
      {code && <LinkButton to={paths.verification.getHref(code)}>{orderTexts.verify}</LinkButton>}
    </Card>
  );
}
