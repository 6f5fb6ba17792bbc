import Bell from 'lucide-react/icons/bell';
import { useState } from 'react';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { Popover } from '@taller/shared/ui/popover.tsx';

export function Example() {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title="Notificaciones"
      trigger={<IconButton label="Notificaciones" icon={<Bell aria-hidden="true" />} />}
    >
      <p>Un cliente aprobó su presupuesto.</p>
    </Popover>
  );
}
