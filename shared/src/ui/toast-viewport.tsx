import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import X from 'lucide-react/icons/x';
import type { LucideIcon } from 'lucide-react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { uiTexts } from './texts.ts';
import styles from './toast-viewport.module.css';

export type ToastKind = 'success' | 'error' | 'info';

export interface ToastItem {
  id: number;
  kind: ToastKind;
  text: string;
  action?: { label: string; run: () => void };
}

const ICONS: Readonly<Record<ToastKind, LucideIcon>> = {
  success: CircleCheck,
  error: CircleAlert,
  info: Info,
};

export interface ToastViewportProps {
  /** Oldest first. The owner also removes them (after 4 s). */
  toasts: readonly ToastItem[];
  onDismiss: (id: number) => void;
}

/**
 * The container of toasts. It is always in the page, as a polite live region: not every screen reader announces a
 * region that is inserted together with its text.
 */
export function ToastViewport({ toasts, onDismiss }: ToastViewportProps) {
  return (
    <div className={styles.viewport} role="status" aria-live="polite" aria-label={uiTexts.notifications}>
      {toasts.map((toast) => {
        const Icon = ICONS[toast.kind];
        return (
          <div key={toast.id} className={classNames(styles.toast, styles[toast.kind])}>
            <Icon aria-hidden="true" />
            <p>{toast.text}</p>
            {toast.action && (
              <Button
                size="sm"
                onClick={() => {
                  toast.action?.run();
                  onDismiss(toast.id);
                }}
              >
                {toast.action.label}
              </Button>
            )}
            <IconButton
              size="sm"
              label={uiTexts.dismissToast}
              icon={<X aria-hidden="true" />}
              onClick={() => onDismiss(toast.id)}
            />
          </div>
        );
      })}
    </div>
  );
}
