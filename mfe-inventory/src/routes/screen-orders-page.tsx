import { useSearchParams } from '@taller/shared/runtime';
import { Card } from '@taller/shared/ui/card.tsx';
import { PageHeader } from '@taller/shared/ui/page-header.tsx';
import { SearchBox } from '@taller/shared/ui/search-box.tsx';
import styles from '#src/features/inventory/inventory.module.css';
import { AddScreenOrderForm } from '#src/features/screen-orders/add-screen-order-form.tsx';
import { ScreenOrderTable } from '#src/features/screen-orders/screen-order-table.tsx';
import { es } from '#src/texts/es.ts';

/** 'Pedido de Pantallas' (INV-04). */
export function ScreenOrdersPage() {
  const [parameters, setParameters] = useSearchParams();
  const search = parameters.get('buscar') ?? '';
  return (
    <div className={styles.page}>
      <PageHeader title={es.screenOrders.title} />
      <AddScreenOrderForm />
      <Card>
        <div className={styles.toolbar}>
          <SearchBox
            label={es.screenOrders.search}
            value={search}
            onSearch={(text) => setParameters(text ? { buscar: text } : {}, { replace: true })}
          />
        </div>
        <ScreenOrderTable search={search} />
      </Card>
    </div>
  );
}
