import { useRef } from 'react';
import PackageCheck from 'lucide-react/icons/package-check';
import Plus from 'lucide-react/icons/plus';
import { paths } from '@taller/shared/contract/paths.ts';
import { Link } from '@taller/shared/runtime';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { PageHeader } from '@taller/shared/ui/page-header.tsx';
import { SearchBox } from '@taller/shared/ui/search-box.tsx';
import { useAddressState } from '@taller/shared/ui/use-address-state.ts';
import { textField } from '@taller/shared/values/address-state.ts';
import { TitleButton } from '#src/components/title-button.tsx';
import styles from '#src/features/inventory/inventory.module.css';
import { AddScreenOrderForm } from '#src/features/screen-orders/add-screen-order-form.tsx';
import { ScreenOrderTable } from '#src/features/screen-orders/screen-order-table.tsx';
import { screenOrderTexts } from '#src/features/screen-orders/texts.ts';

const FIELDS = { search: textField('buscar') };

/** 'Pedido de Pantallas' (INV-04). */
export function ScreenOrdersPage() {
  const { state, change } = useAddressState(FIELDS);
  const { search } = state;
  const [adding, setAdding] = usePersistedDialog<true>('pantallas.nueva');
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles.page}>
      <PageHeader
        title={screenOrderTexts.title}
        actions={
          !adding && (
            <TitleButton
              ref={opener}
              label={screenOrderTexts.add}
              icon={<Plus aria-hidden="true" />}
              variant="primary"
              onClick={() => setAdding(true)}
            />
          )
        }
      />
      <Link className={styles.log} to={paths.dashboardParts.getHref()} data-target>
        <PackageCheck aria-hidden="true" />
        {screenOrderTexts.parts}
      </Link>
      <AddScreenOrderForm open={adding === true} opener={opener} onClose={() => setAdding(null)} />
      <div>
        <div className={styles.toolbar}>
          <SearchBox
            label={screenOrderTexts.search}
            value={search}
            onSearch={(text) => change({ search: text })}
          />
        </div>
        <ScreenOrderTable search={search} onClear={() => change({ search: '' })} />
      </div>
    </div>
  );
}
