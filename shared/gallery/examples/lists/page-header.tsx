import Plus from 'lucide-react/icons/plus';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { PageHeader } from '@taller/shared/ui/page-header.tsx';

export function Example() {
  return (
    <PageHeader
      title="Orden 000123"
      badge={<Badge tone="info">En reparación</Badge>}
      description="Samsung Galaxy A54 de Ana Pizarro"
      back={{ href: '/dashboard', label: 'Órdenes' }}
      actions={
        <Button variant="primary" icon={<Plus aria-hidden="true" />}>
          Nueva orden
        </Button>
      }
    />
  );
}
