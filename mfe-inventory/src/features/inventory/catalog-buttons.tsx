import { Button } from '@taller/shared/ui/button.tsx';
import type { Catalog } from '@taller/shared/stock/inventory/catalog-query.ts';
import { useKeptOpen } from '@taller/shared/forms/use-kept-open.ts';
import { catalogTexts } from '#src/features/inventory/texts.ts';
import { CatalogDialog } from './catalog-dialog.tsx';
import styles from './inventory.module.css';

/** The buttons that add a type and a supplier (INV-02). */
export function CatalogButtons() {
  const [open, setOpen] = useKeptOpen<Catalog>('catalogo');
  return (
    <div className={styles.buttons}>
      <Button size="sm" variant="ghost" onClick={() => setOpen('component_types')}>
        {catalogTexts.addType}
      </Button>
      <Button size="sm" variant="ghost" onClick={() => setOpen('suppliers')}>
        {catalogTexts.addSupplier}
      </Button>
      {open && <CatalogDialog catalog={open} onClose={() => setOpen(null)} />}
    </div>
  );
}
