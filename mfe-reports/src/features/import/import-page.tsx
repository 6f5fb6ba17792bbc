import { useQueryClient } from '@taller/shared/query';
import { ImportScreen } from '@taller/shared/imports/screen/import-screen.tsx';
import { orderImport } from '#src/features/import/order-import.tsx';

/** /dashboard/importar: admins only; the shell's guard and the server both see to it. */
export function ImportPage() {
  const client = useQueryClient();
  // Lists, counts and reports: all of them may show imported orders.
  return <ImportScreen kind={orderImport} onImported={() => client.invalidateQueries()} />;
}
