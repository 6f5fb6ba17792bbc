import { useParams, useSearchParams } from '@taller/shared/runtime';
import { readPrintOptions } from '#src/features/print/print-options.ts';
import { PrintTechnical } from '#src/features/print/print-technical.tsx';

export function PrintTechnicalPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  return <PrintTechnical orders={id} options={readPrintOptions(search)} />;
}
