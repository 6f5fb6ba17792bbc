import { inventoryKeys } from '@taller/shared/stock/keys.ts';
import { useQueryClient } from '@taller/shared/query';
import { ImportScreen } from '@taller/shared/imports/screen/import-screen.tsx';
import { inventoryImport } from '#src/features/import/inventory-import.tsx';

/** /dashboard/inventario/importar: staff only, enforced by the shell's guard and the server. */
export function ImportPage() {
  const client = useQueryClient();
  return (
    <ImportScreen
      kind={inventoryImport}
      onImported={() =>
        Promise.all([
          client.invalidateQueries({ queryKey: inventoryKeys.all }),
          client.invalidateQueries({ queryKey: inventoryKeys.catalogs }),
        ])
      }
    />
  );
}
