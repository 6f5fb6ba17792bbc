import { TabLinks } from '@taller/shared/ui/tab-links.tsx';

export function Example() {
  return (
    <TabLinks
      label="Secciones"
      links={[
        { href: '/dashboard', label: 'Órdenes' },
        { href: '/dashboard/inventario', label: 'Inventario' },
      ]}
    />
  );
}
