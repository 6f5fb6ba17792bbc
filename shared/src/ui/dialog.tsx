import { useRef, useState, type ReactNode } from 'react';
import { Dialog as Base } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { uiTexts } from './texts.ts';
import { UnsavedContext } from './unsaved-context.ts';
import { useCloseOnBack } from './use-close-on-back.ts';
import { useFocusReturn } from './use-focus-return.ts';

/** Texts of {@link Dialog}. */
const dialogTexts = {
  loseTitle: '¿Cerrar sin guardar?',
  loseText: 'Se perderá lo que escribiste.',
  loseConfirm: 'Cerrar sin guardar',
  loseCancel: 'Seguir editando',
} as const;

const FIELD = ['input', 'textarea', 'select'].map((tag) => `${tag}:not(:disabled, [readonly])`).join();

export interface DialogProps {
  open: boolean;
  /** Called with false by Escape, a click outside and the close button; the caller closes. */
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** A sheet rises from a phone's lower edge, as high as its content. */
  size?: 'sm' | 'md' | 'lg' | 'sheet';
  /** A save is in progress: closing is disabled. */
  busy?: boolean;
  /** Whether it is open is in the address: Back has an entry of its own to return to. */
  inAddress?: boolean;
  /** DialogBody and DialogFooter, or a form around both. */
  children: ReactNode;
}

/**
 * A modal dialog: focus is trapped and restored, and the page behind does not scroll. Full screen on phones (except
 * sizes sm and sheet). Asks before it discards input of a Form inside it. Back closes it and stays on the page.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'md',
  busy = false,
  inAddress = false,
  children,
}: DialogProps) {
  const [asking, setAsking] = useState(false);
  const popup = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusReturn(open, popup);
  const [unsaved, setUnsaved] = useState(false);
  const handleOpenChange = (next: boolean) => {
    if (next) onOpenChange(true);
    else if (busy) return;
    else if (unsaved) setAsking(true);
    else onOpenChange(false);
  };
  useCloseOnBack(open && !inAddress, () => handleOpenChange(false));
  /** The element with autofocus, else the first field, else the heading; never 'Cerrar'. */
  const focusFirst = (): HTMLElement | boolean => {
    const box = popup.current;
    if (!box) return true;
    if (box !== document.activeElement && box.contains(document.activeElement)) return false;
    const find = (selector: string) => box.querySelector<HTMLElement>(selector);
    // React does not support autoFocus on links.
    return find('[data-autofocus]') ?? find(FIELD) ?? find('h2') ?? true;
  };
  return (
    <Base.Root open={open} onOpenChange={handleOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          ref={popup}
          initialFocus={focusFirst}
          finalFocus={focusAfter}
          className={classNames(styles.popup, size !== 'md' && styles[size])}
        >
          <header className={styles.header}>
            <div>
              <Base.Title className={styles.title} tabIndex={-1}>
                {title}
              </Base.Title>
              {description && (
                <Base.Description className={styles.description}>{description}</Base.Description>
              )}
            </div>
            <Base.Close
              render={<IconButton label={uiTexts.close} icon={<X aria-hidden="true" />} disabled={busy} />}
            />
          </header>
          <UnsavedContext value={setUnsaved}>{children}</UnsavedContext>
        </Base.Popup>
      </Base.Portal>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={dialogTexts.loseTitle}
        description={dialogTexts.loseText}
        confirmLabel={dialogTexts.loseConfirm}
        cancelLabel={dialogTexts.loseCancel}
        danger
        onConfirm={() => {
          setAsking(false);
          onOpenChange(false);
        }}
      />
    </Base.Root>
  );
}

/** The scrollable part of a dialog. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}

/** The cancel button: closes the dialog, after a confirmation if there is unsaved input. */
export function DialogCancel({ disabled, children }: { disabled?: boolean; children: ReactNode }) {
  return <Base.Close render={<Button disabled={disabled}>{children}</Button>} />;
}

/** The dialog's buttons, always visible. The main one comes last. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <footer className={styles.footer}>{children}</footer>;
}
