import { Tabs } from '@taller/shared/ui/tabs.tsx';

export function Example() {
  return (
    <Tabs
      label="Partes de la orden"
      items={[
        { value: 'device', label: 'Equipo', panel: <p>Lo que trae el equipo.</p> },
        { value: 'history', label: 'Historial', panel: <p>Lo que ha pasado.</p> },
      ]}
    />
  );
}
