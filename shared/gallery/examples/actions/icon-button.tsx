import Pencil from 'lucide-react/icons/pencil';
import Printer from 'lucide-react/icons/printer';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';

export function Example() {
  return (
    <>
      <IconButton label="Editar" icon={<Pencil aria-hidden="true" />} />
      <IconButton size="sm" variant="secondary" label="Imprimir" icon={<Printer aria-hidden="true" />} />
    </>
  );
}
