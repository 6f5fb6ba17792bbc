import type { ReactElement, ReactNode } from 'react';
import { Popover as Base } from '@base-ui/react/popover';
import X from 'lucide-react/icons/x';
import { IconButton } from './icon-button.tsx';
import styles from './popover.module.css';
import { uiTexts } from './texts.ts';

export interface PopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The trigger button, without its own click handler. */
  trigger: ReactElement<Record<string, unknown>>;
  title: string;
  /** Next to the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * A panel anchored to its button: focus moves into it and back, Escape and a click elsewhere close it. The page stays
 * usable.
 */
export function Popover({ open, onOpenChange, trigger, title, actions, children }: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={8} align="end" collisionPadding={12}>
          <Base.Popup className={styles.popup}>
            <div className={styles.header}>
              <Base.Title className={styles.title}>{title}</Base.Title>
              {actions}
              <Base.Close
                render={<IconButton size="sm" label={uiTexts.close} icon={<X aria-hidden="true" />} />}
              />
            </div>
            <div className={styles.body}>{children}</div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
