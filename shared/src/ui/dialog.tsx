import { useRef, useState, type ReactNode } from 'react';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { uiTexts } from './texts.ts';
import { UnsavedContext } from './unsaved-context.ts';

const FIELD = ['input', 'textarea', 'select'].map((tag) => `${tag}:not(:disabled, [readonly])`).join();

export interface DialogProps {
  open: boolean;
  /** Called with false by Escape, a press outside and the close button; the caller closes. */
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** A save is under way: closing waits. */
  busy?: boolean;
  /** DialogBody and DialogFooter, or a form around both. */
  children: ReactNode;
}

/**
 * A modal dialog: focus is trapped and comes back, the page behind stands still. A full screen on phones
 * (except size sm). It asks before it throws away what was typed into a Form inside it.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'md',
  busy = false,
  children,
}: DialogProps) {
  const [asking, setAsking] = useState(false);
  const popup = useRef<HTMLDivElement>(null);
  const [unsaved, setUnsaved] = useState(false);
  const handleOpenChange = (next: boolean) => {
    if (next) onOpenChange(true);
    else if (busy) return;
    else if (unsaved) setAsking(true);
    else onOpenChange(false);
  };
  /**
   * What asked for the focus, else the first field, else the heading; never 'Cerrar', and on a phone no keyboard
   * unasked.
   */
  const focusFirst = (by: string): HTMLElement | boolean => {
    const box = popup.current;
    if (!box) return true;
    if (box !== document.activeElement && box.contains(document.activeElement)) return false;
    // React focuses no link by autoFocus.
    const asked = box.querySelector<HTMLElement>('[data-autofocus]');
    if (asked) return asked;
    const field = by === 'touch' ? null : box.querySelector<HTMLElement>(FIELD);
    return field ?? box.querySelector<HTMLElement>('h2') ?? true;
  };
  return (
    <Base.Root open={open} onOpenChange={handleOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          ref={popup}
          initialFocus={focusFirst}
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
        title={uiTexts.loseTitle}
        description={uiTexts.loseText}
        confirmLabel={uiTexts.loseConfirm}
        cancelLabel={uiTexts.loseCancel}
        danger
        onConfirm={() => {
          setAsking(false);
          onOpenChange(false);
        }}
      />
    </Base.Root>
  );
}

/** The part of a dialog that scrolls. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}

/** The button that gives up: closes the dialog, after a question if something was typed. */
export function DialogCancel({ disabled, children }: { disabled?: boolean; children: ReactNode }) {
  return <Base.Close render={<Button disabled={disabled}>{children}</Button>} />;
}

/** The dialog's buttons, always in view. The main one comes last. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <footer className={styles.footer}>{children}</footer>;
}
