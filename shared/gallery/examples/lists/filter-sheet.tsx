import { useState } from 'react';
import { FilterSheet } from '@taller/shared/ui/filter-sheet.tsx';
import { Select } from '@taller/shared/ui/select.tsx';

const STATES = [
  { value: 'pending', label: 'Pendiente' },
  { value: 'completed', label: 'Lista' },
];

export function Example() {
  const [filter, setFilter] = useState({ state: 'pending' });
  const change = (part: Partial<typeof filter>) => setFilter({ ...filter, ...part });
  const label = STATES.find(({ value }) => value === filter.state)?.label;
  return (
    <FilterSheet
      on={label ? [{ label: `Estado: ${label}`, off: { state: '' } }] : []}
      onChange={change}
      showLabel="Ver órdenes"
    >
      <Select
        label="Estado"
        placeholder="Todos"
        value={filter.state}
        options={STATES}
        onChange={(event) => change({ state: event.target.value })}
      />
    </FilterSheet>
  );
}
