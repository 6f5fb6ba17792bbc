import type { ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { DialogCancel, DialogFooter } from '#src/ui/dialog.tsx';
import { formTexts } from './texts.ts';

interface SaveFooterProps {
  label: string;
  busyLabel?: string;
  /** The form is being saved: both buttons are disabled. */
  busy: boolean;
  /** Saving takes something away. */
  danger?: boolean;
  disabled?: boolean;
  /** Label of the cancel button, 'Cancelar' by default. */
  cancel?: string;
  /** Id of the form to submit, if the footer is outside of it. */
  form?: string;
  /** The outcome of the save, beside the buttons. */
  children?: ReactNode;
}

/** The end of every dialog with a form: give up, or save. */
export function SaveFooter({
  label,
  busyLabel,
  busy,
  danger = false,
  disabled,
  cancel = formTexts.cancel,
  form,
  children,
}: SaveFooterProps) {
  return (
    <DialogFooter>
      {children}
      <DialogCancel disabled={busy}>{cancel}</DialogCancel>
      <Button
        type="submit"
        form={form}
        variant={danger ? 'danger' : 'primary'}
        loading={busy}
        loadingText={busyLabel}
        disabled={disabled}
      >
        {label}
      </Button>
    </DialogFooter>
  );
}
