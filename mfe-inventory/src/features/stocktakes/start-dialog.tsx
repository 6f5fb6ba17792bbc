import { useForm } from 'react-hook-form';
import { paths } from '@taller/shared/contract/paths.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { useQuery } from '@taller/shared/query';
import { useNavigate } from '@taller/shared/runtime';
import { catalogQuery } from '@taller/shared/stock/inventory/inventory-queries.ts';
import { useStartStocktakeMutation } from '@taller/shared/stock/stocktakes/stocktake-mutations.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { FormSelect } from '@taller/shared/ui/form-select.tsx';
import { failureText } from '#src/components/failure-text.ts';
import styles from './stocktake.module.css';
import { stocktakesTexts as texts } from './texts.ts';

/** Opens a stocktake of everything, of a type, or of a supplier, and goes there. */
export function StartDialog({ onClose }: { onClose: () => void }) {
  const types = useQuery(catalogQuery('component_types')).data ?? [];
  const suppliers = useQuery(catalogQuery('suppliers')).data ?? [];
  const form = useForm({ defaultValues: { typeId: '', supplierId: '' } });
  const start = useStartStocktakeMutation();
  const navigate = useNavigate();
  const save = form.handleSubmit(async ({ typeId, supplierId }) => {
    try {
      const id = await start.mutateAsync({ typeId: typeId || null, supplierId: supplierId || null });
      onClose();
      await navigate(paths.stocktake.getHref(id));
    } catch (error) {
      console.error(error);
    }
  });
  const options = (names: readonly { id: string; name: string }[]) =>
    names.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={texts.add}
      description={texts.hint}
      size="sm"
      busy={start.isPending}
    >
      <Form form={form} draft="conteo.nuevo" onSubmit={save}>
        <DialogBody>
          <div className={styles.stack}>
            {start.isError && (
              <Banner tone="danger">
                {failureText(start.error, { otherwise: texts.failed }, ['conflict', 'invalid'])}
              </Banner>
            )}
            <FormSelect
              control={form.control}
              name="typeId"
              label={texts.type}
              placeholder={texts.all}
              options={options(types)}
            />
            <FormSelect
              control={form.control}
              name="supplierId"
              label={texts.supplier}
              placeholder={texts.all}
              options={options(suppliers)}
            />
          </div>
        </DialogBody>
        <SaveFooter label={texts.start} busyLabel={texts.starting} busy={start.isPending} />
      </Form>
    </Dialog>
  );
}
