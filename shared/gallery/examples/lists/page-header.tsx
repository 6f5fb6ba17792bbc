import Plus from 'lucide-react/icons/plus';
import { Button } from '@taller/shared/ui/button.tsx';
import { PageHeader } from '@taller/shared/ui/page-header.tsx';

export function Example() {
  return (
    <PageHeader
      title="Orden 000123"
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
