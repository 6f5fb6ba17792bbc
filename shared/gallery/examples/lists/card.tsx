import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';

export function Example() {
  return (
    <Card title="Equipo" actions={<Button size="sm">Editar</Button>}>
      <p>Samsung Galaxy A54</p>
    </Card>
  );
}
