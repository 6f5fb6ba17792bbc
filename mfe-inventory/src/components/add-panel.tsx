import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import X from 'lucide-react/icons/x';
import { Card } from '@taller/shared/ui/card.tsx';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { panelTexts } from './texts.ts';

export interface AddPanelProps {
  title: string;
  actions?: ReactNode;
  open: boolean;
  /** The button that opens the panel; it is not shown while the panel is open. */
  opener: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  /** The form; it stays mounted while the panel is closed, with what was typed. */
  children: ReactNode;
}

/** The panel's state, which its screen holds. */
export type AddPanelState = Pick<AddPanelProps, 'open' | 'opener' | 'onClose'>;

/**
 * A form above a list, opened by a button, so that the list comes first (INV-20). Opening moves the focus to the first
 * field, closing moves it back to the button; a form that is open when its screen is shown takes no focus.
 */
export function AddPanel({ title, actions, open, opener, onClose, children }: AddPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (open === wasOpen.current) return;
    wasOpen.current = open;
    if (open) panel.current?.querySelector('input')?.focus();
    else opener.current?.focus();
  }, [open, opener]);
  return (
    <div ref={panel} hidden={!open}>
      <Card
        title={title}
        actions={
          <>
            {actions}
            <IconButton label={panelTexts.close} icon={<X aria-hidden="true" />} onClick={onClose} />
          </>
        }
      >
        {children}
      </Card>
    </div>
  );
}
