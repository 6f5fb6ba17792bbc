import { useParams } from '@taller/shared/runtime';
import { PrintSelect } from '#src/features/print/print-select.tsx';

export function PrintSelectPage() {
  const { id = '' } = useParams();
  return <PrintSelect orders={id} />;
}
