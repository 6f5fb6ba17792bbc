import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useFormState, useWatch } from 'react-hook-form';
import { NO_CASH } from '@taller/shared/orders/drawers/count.ts';
import { useOpenDrawerMutation } from '@taller/shared/orders/drawers/drawer-mutations.ts';
import { openDrawersQuery, type OpenDrawer } from '@taller/shared/orders/drawers/drawer-queries.ts';
import {
  openingSchema,
  type Opening,
  type OpeningInput,
} from '@taller/shared/orders/drawers/drawer-schema.ts';
import { orderSaveFailure } from '@taller/shared/orders/failure-text.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { readPersistedBase, usePersistedBase } from '@taller/shared/forms/persisted-base.ts';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Dialog, DialogBody } from '@taller/shared/ui/dialog.tsx';
import { FormSelect } from '@taller/shared/ui/form-select.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { CountFields } from './count-fields.tsx';
import styles from './open-drawer-dialog.module.css';
import { cashTexts as texts, commonTexts } from './texts.ts';

export interface OpenDrawerDialogProps {
  onClose: () => void;
}

/** Opens a cash drawer with a count (PAY-20), also from a payment that needs one. */
export function OpenDrawerDialog({ onClose }: OpenDrawerDialogProps) {
  const settings = useQuery(deskSettingsQuery());
  const open = useQuery(openDrawersQuery());
  const skeleton = (
    <DialogBody>
      <Skeleton label={commonTexts.loading} count={5} />
    </DialogBody>
  );
  return (
    <Dialog open onOpenChange={onClose} title={texts.open} description={texts.openText}>
      <Loaded query={settings} message={texts.loadFailed} skeleton={skeleton}>
        {({ tills }) => (
          <Loaded query={open} message={texts.loadFailed} skeleton={skeleton}>
            {(drawers) => <OpeningForm tills={tills} opened={drawers} onDone={onClose} />}
          </Loaded>
        )}
      </Loaded>
    </Dialog>
  );
}

interface OpeningFormProps {
  tills: readonly string[];
  opened: readonly OpenDrawer[];
  onDone: () => void;
}

const DRAFT = 'caja.abrir';
const CHOSEN_TILL = 'caja.abrir.caja';

function OpeningForm({ tills, opened, onDone }: OpeningFormProps) {
  // Keeps the till across reloads: a request without a response may have opened the drawer already.
  const [chosen] = useState(() => readPersistedBase(CHOSEN_TILL));
  const [free] = useState(() =>
    tills.filter((each) => each === chosen || opened.every((drawer) => drawer.till !== each)),
  );
  const form = useForm<OpeningInput, unknown, Opening>({
    resolver: zodResolver(openingSchema),
    defaultValues: { till: typeof chosen === 'string' ? chosen : (free[0] ?? ''), count: NO_CASH },
  });
  const till = useWatch({ control: form.control, name: 'till' });
  const { isDirty } = useFormState({ control: form.control });
  usePersistedBase(CHOSEN_TILL, till, isDirty);
  const { mutate, isPending, error } = useOpenDrawerMutation();
  const save = (opening: Opening) =>
    mutate(opening, {
      onSuccess: () => {
        toast.success(texts.opened);
        onDone();
      },
      onError: (failure) => toast.error(withRequestCode(texts.openFailed, failure)),
    });
  return (
    <Form
      form={form}
      draft={DRAFT}
      enterGoesOn
      onSubmit={(event) => {
        // React tells it to the payment's form too, in which the dialog was opened.
        event.stopPropagation();
        return form.handleSubmit(save)(event);
      }}
    >
      <DialogBody>
        <div className={styles.dialog}>
          {till === '' && (
            <Banner tone="warning">{tills.length === 0 ? texts.noTills : texts.allOpen}</Banner>
          )}
          {free.length > 1 && (
            <FormSelect
              control={form.control}
              name="till"
              label={texts.till}
              options={free.map((each) => ({ value: each, label: each }))}
            />
          )}
          <CountFields control={form.control} name="count" />
          {error && <Banner tone="danger">{orderSaveFailure(error)}</Banner>}
        </div>
      </DialogBody>
      <SaveFooter label={texts.open} busyLabel={texts.opening} busy={isPending} disabled={till === ''} />
    </Form>
  );
}
