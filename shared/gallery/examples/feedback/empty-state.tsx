import { Button } from '@taller/shared/ui/button.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';

export function Example() {
  return (
    <EmptyState title="No hay notificaciones." actions={<Button>Actualizar</Button>}>
      Te avisaremos cuando un cliente decida.
    </EmptyState>
  );
}
