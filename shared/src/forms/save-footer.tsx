import type { ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { DialogCancel, DialogFooter } from '#src/ui/dialog.tsx';
import { formTexts } from './texts.ts';

interface SaveFooterProps {
  /** What saving is called here. */
  label: string;
  busyLabel?: string;
  /** Being saved: neither button can be pressed. */
  busy: boolean;
  /** Saving takes something away. */
  danger?: boolean;
  disabled?: boolean;
  /** What giving up is called, 'Cancelar' if absent. */
  cancel?: string;
  /** Id of the form that it saves, where it stands outside of it. */
  form?: string;
  /** Beside the buttons: how the save went. */
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
