import { useEffect, useRef, type ReactNode } from 'react';
import X from 'lucide-react/icons/x';
import { Card } from '@taller/shared/ui/card.tsx';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { panelTexts } from './texts.ts';

export interface AddPanelProps {
  title: string;
  actions?: ReactNode;
  open: boolean;
  onClose: () => void;
  /** The form; it stays mounted while the panel is closed, with what was typed. */
  children: ReactNode;
}

/** A form above a list, opened by a button, so that the list comes first (INV-20). The first field gets the focus. */
export function AddPanel({ title, actions, open, onClose, children }: AddPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) panel.current?.querySelector('input')?.focus();
  }, [open]);
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
