import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import {
  useRenameViewMutation,
  useSaveViewMutation,
} from '@taller/shared/orders/saved-views/saved-view-mutations.ts';
import type { SavedFilter, SavedView } from '@taller/shared/orders/saved-views/saved-view.ts';
import { LONGEST_VIEW_NAME, savedViewSchema } from '@taller/shared/orders/saved-views/saved-view-schema.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { toast } from '@taller/shared/runtime';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import { savedViewTexts as texts } from './texts.ts';

export interface ViewNameDialogProps {
  filter: SavedFilter;
  /** The view to rename; without one the filter is saved as a new view. */
  view?: SavedView;
  onClose: () => void;
}

/** Asks for the name of a new or existing view of the user (ORD-80). */
export function ViewNameDialog({ filter, view, onClose }: ViewNameDialogProps) {
  const form = useForm({ defaultValues: { name: view?.name ?? '' }, resolver: zodResolver(savedViewSchema) });
  // Another tab's name, read meanwhile, is not what this dialog asks to replace.
  const [from] = useState(view?.name ?? '');
  const { register, formState, setError } = form;
  const add = useSaveViewMutation();
  const rename = useRenameViewMutation();
  const busy = add.isPending || rename.isPending;
  const save = form.handleSubmit(async ({ name }) => {
    try {
      if (view) await rename.mutateAsync({ id: view.id, name, from });
      else await add.mutateAsync({ name, filter });
      toast.success(view ? texts.renamed : texts.saved);
      onClose();
    } catch (error) {
      console.error(error);
      const otherwise = view ? texts.renameFailed : texts.saveFailed;
      const said = { conflict: texts.taken, 'not-found': texts.gone, otherwise };
      setError('name', { message: failureText(error, said, ['invalid']) });
    }
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={view ? texts.renameTitle : texts.saveTitle}
      size="sm"
      busy={busy}
    >
      <Form form={form} draft={`vista.${view?.id ?? 'nueva'}`} onSubmit={save}>
        <DialogBody>
          <TextField
            label={texts.name}
            hint={view ? undefined : texts.nameHint}
            maxLength={LONGEST_VIEW_NAME}
            autoComplete="off"
            error={formState.errors.name?.message}
            {...register('name')}
          />
        </DialogBody>
        <SaveFooter
          label={view ? texts.renameSubmit : orderTexts.save}
          busyLabel={orderTexts.saving}
          busy={busy}
        />
      </Form>
    </Dialog>
  );
}
