import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { useAddCatalogNameMutation } from '@taller/shared/stock/inventory/add-catalog-name-mutation.ts';
import type { Catalog } from '@taller/shared/stock/inventory/catalog-query.ts';
import { catalogNameSchema } from '@taller/shared/stock/stock-schemas.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { toast } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogCancel, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { es } from '#src/texts/es.ts';
import { failureText } from '#src/texts/failure-text.ts';

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
      toast.success(es.catalog.added);
      onClose();
    } catch (error) {
      console.error(error);
      setError('name', {
        message:
          dataErrorCode(error) === 'conflict' ? es.catalog.taken : failureText(error, es.catalog.failed),
      });
    }
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={catalog === 'suppliers' ? es.catalog.addSupplier : es.catalog.addType}
      size="sm"
      busy={add.isPending}
    >
      <Form form={form} draft={`catalogo.${catalog}`} onSubmit={save}>
        <DialogBody>
          <TextField label={es.catalog.name} error={formState.errors.name?.message} {...register('name')} />
        </DialogBody>
        <DialogFooter>
          <DialogCancel>{es.cancel}</DialogCancel>
          <Button type="submit" variant="primary" loading={add.isPending}>
            {es.catalog.add}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}
