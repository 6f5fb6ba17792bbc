import { useParams, useSearchParams } from '@taller/shared/runtime';
import { PrintClient } from '#src/features/print/print-client.tsx';
import { readPrintOptions } from '#src/features/print/print-options.ts';

export function PrintClientPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  return <PrintClient orders={id} options={readPrintOptions(search)} />;
}
