import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import Printer from 'lucide-react/icons/printer';
import Trash from 'lucide-react/icons/trash';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { Menu } from '@taller/shared/ui/menu.tsx';

export function Example() {
  return (
    <Menu
      trigger={<IconButton label="Más acciones" icon={<Ellipsis aria-hidden="true" />} />}
      items={[
        { label: 'Editar', icon: <Pencil aria-hidden="true" />, onSelect: () => undefined },
        { label: 'Imprimir', icon: <Printer aria-hidden="true" />, href: '/print-select/1' },
        { label: 'Eliminar', icon: <Trash aria-hidden="true" />, danger: true },
      ]}
    />
  );
}
