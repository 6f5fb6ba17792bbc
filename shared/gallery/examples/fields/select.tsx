import { Select } from '@taller/shared/ui/select.tsx';

const TYPES = [
  { value: 'smartphone', label: 'Smartphone' },
  { value: 'laptop', label: 'Notebook' },
];

export function Example() {
  return <Select label="Tipo de equipo" placeholder="Selecciona un tipo" options={TYPES} />;
}
