import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import X from 'lucide-react/icons/x';
import { classNames } from './class-names.ts';
import frameStyles from './dialog-frame.module.css';
import type { DialogProps } from './dialog.tsx';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { uiTexts } from './texts.ts';
import { useCloseOnBack } from './use-close-on-back.ts';

export interface DialogFrameProps extends Pick<DialogProps, 'title' | 'size' | 'inAddress' | 'children'> {
  onClose: () => void;
  /** The dialog is about to come: the frame is seen only if that takes a while. */
  waiting?: boolean;
}

/**
 * Stands for a dialog whose code is not there. It looks and closes like one, and is the browser's own: it has to work
 * without anything that is loaded later.
 */
export function DialogFrame({
  title,
  size = 'md',
  inAddress = false,
  onClose,
  waiting = false,
  children,
}: DialogFrameProps): ReactNode {
  const frame = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useCloseOnBack(!inAddress, onClose);
  useLayoutEffect(() => {
    const dialog = frame.current;
    dialog?.showModal();
    // Returns the focus to what opened it, from where the dialog itself takes it.
    return () => dialog?.close();
  }, []);
  return createPortal(
    <dialog
      ref={frame}
      // Keys of the screen behind are quiet while there is an element with this role.
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles
      role="dialog"
      className={classNames(
        styles.popup,
        size !== 'md' && styles[size],
        frameStyles.frame,
        waiting && frameStyles.waiting,
      )}
      aria-labelledby={heading}
      aria-busy={waiting}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Browsers close it at a second Escape whatever the first one led to.
      onClose={() => frame.current?.open === false && onClose()}
    >
      <header className={styles.header}>
        <h2 id={heading} className={styles.title}>
          {title}
        </h2>
        <IconButton label={uiTexts.close} icon={<X aria-hidden="true" />} onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
    </dialog>,
    document.body,
  );
}
