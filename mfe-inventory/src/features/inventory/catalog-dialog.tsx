import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useAddCatalogNameMutation } from '@taller/shared/stock/inventory/item-mutations.ts';
import type { Catalog } from '@taller/shared/stock/inventory/inventory-queries.ts';
import { catalogNameSchema } from '@taller/shared/stock/stock-schemas.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { toast } from '@taller/shared/runtime';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { catalogTexts } from '#src/features/inventory/texts.ts';
import { failureText } from '#src/components/failure-text.ts';

/** Adds a name to a catalog; duplicates, ignoring case and accents, are reported next to the field. */
export function CatalogDialog({ catalog, onClose }: { catalog: Catalog; onClose: () => void }) {
  const form = useForm({
    defaultValues: { name: '' },
    resolver: zodResolver(catalogNameSchema),
  });
  const { register, formState, setError } = form;
  const add = useAddCatalogNameMutation(catalog);
  const save = form.handleSubmit(async ({ name }) => {
    try {
      await add.mutateAsync(name);
      toast.success(catalogTexts.added);
      onClose();
    } catch (error) {
      console.error(error);
      setError('name', {
        message: failureText(error, { conflict: catalogTexts.taken, otherwise: catalogTexts.failed }),
      });
    }
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={catalog === 'suppliers' ? catalogTexts.addSupplier : catalogTexts.addType}
      size="sm"
      busy={add.isPending}
    >
      <Form form={form} draft={`catalogo.${catalog}`} onSubmit={save}>
        <DialogBody>
          <TextField label={catalogTexts.name} error={formState.errors.name?.message} {...register('name')} />
        </DialogBody>
        <SaveFooter label={catalogTexts.add} busy={add.isPending} />
      </Form>
    </Dialog>
  );
}
