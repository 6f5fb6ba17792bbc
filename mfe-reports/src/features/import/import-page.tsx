import { useQueryClient } from '@taller/shared/query';
import { ImportScreen } from '@taller/shared/imports/screen/import-screen.tsx';
import { CloseOldOrders } from '#src/features/import/close-old-orders.tsx';
import { orderImport } from '#src/features/import/order-import.tsx';

/** /dashboard/importar: admins only, enforced by the shell's guard and the server. */
export function ImportPage() {
  const client = useQueryClient();
  // Lists, counts and reports may all contain imported orders.
  return (
    <>
      <ImportScreen kind={orderImport} onImported={() => client.invalidateQueries()} />
      <CloseOldOrders />
    </>
  );
}
