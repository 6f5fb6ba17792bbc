import { useState, type ReactNode } from 'react';
import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { classNames } from './class-names.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { uiTexts } from './texts.ts';

export interface DialogProps {
  open: boolean;
  /** Called with false by Escape, a press outside and the close button; the caller closes. */
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** Something typed would be lost: closing asks first. */
  dirty?: boolean;
  /** A save is under way: closing waits. */
  busy?: boolean;
  /** DialogBody and DialogFooter, or a form around both. */
  children: ReactNode;
}

/**
 * A modal dialog: focus is trapped and comes back, the page behind stands still. A full screen on phones
 * (except size sm). With `dirty` it asks before it throws typed work away.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'md',
  dirty = false,
  busy = false,
  children,
}: DialogProps) {
  const [asking, setAsking] = useState(false);
  const handleOpenChange = (next: boolean) => {
    if (next) onOpenChange(true);
    else if (busy) return;
    else if (dirty) setAsking(true);
    else onOpenChange(false);
  };
  return (
    <Base.Root open={open} onOpenChange={handleOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={classNames(styles.popup, size !== 'md' && styles[size])}>
          <header className={styles.header}>
            <div>
              <Base.Title className={styles.title}>{title}</Base.Title>
              {description && (
                <Base.Description className={styles.description}>{description}</Base.Description>
              )}
            </div>
            <Base.Close
              render={<IconButton label={uiTexts.close} icon={<X aria-hidden="true" />} disabled={busy} />}
            />
          </header>
          {children}
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

/** The dialog's buttons, always in view. The main one comes last. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <footer className={styles.footer}>{children}</footer>;
}
