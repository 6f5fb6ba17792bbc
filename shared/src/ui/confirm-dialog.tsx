import { useRef, type ReactNode } from 'react';
import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { uiTexts } from './texts.ts';
import { useCloseOnBack } from './use-close-on-back.ts';
import { useFocusReturn } from './use-focus-return.ts';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question, for example '¿Eliminar la orden 000123?'. */
  title: string;
  /** The consequence of confirming. */
  description?: ReactNode;
  /** Fields that the confirmation needs. */
  children?: ReactNode;
  /** The verb: 'Eliminar', never 'Sí' or 'Aceptar'. */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  /** The confirmed action is in progress. */
  loading?: boolean;
  /** The reason why the action failed; the dialog stays open. */
  error?: string;
  /** The caller closes the dialog when it is done. */
  onConfirm: () => void;
}

/** Confirmation of an irreversible action. The cancel button has the initial focus. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  confirmLabel,
  cancelLabel = uiTexts.cancel,
  danger = false,
  loading = false,
  error,
  onConfirm,
}: ConfirmDialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusReturn(open, popup);
  const handleOpenChange = (next: boolean) => loading || onOpenChange(next);
  useCloseOnBack(open, () => handleOpenChange(false));
  return (
    <Base.Root open={open} onOpenChange={handleOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup ref={popup} finalFocus={focusAfter} className={classNames(styles.popup, styles.sm)}>
          <div className={styles.confirm}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            {description && <Base.Description className={styles.description}>{description}</Base.Description>}
            {children}
            {error && (
              <p className={styles.error} role="alert">
                {error}
              </p>
            )}
          </div>
          <footer className={classNames(styles.footer, styles.confirmFooter)}>
            <Base.Close render={<Button disabled={loading}>{cancelLabel}</Button>} />
            <Button variant={danger ? 'danger' : 'primary'} loading={loading} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </footer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
