import { useState } from 'react';
import type { FilterOn } from '@taller/shared/ui/filter-bar.tsx';
import { FilterSheet } from '@taller/shared/ui/filter-sheet.tsx';
import { Select } from '@taller/shared/ui/select.tsx';

interface Filter {
  state: string | null;
}

export function Example() {
  const [{ state }, setFilter] = useState<Filter>({ state: 'Pendiente' });
  const on: FilterOn<Filter>[] = state ? [{ label: `Estado: ${state}`, off: { state: null } }] : [];
  return (
    <FilterSheet on={on} onChange={(part) => setFilter({ state, ...part })} showLabel="Ver órdenes">
      <Select
        label="Estado"
        placeholder="Todos"
        value={state ?? ''}
        options={['Pendiente', 'En Progreso'].map((value) => ({ value, label: value }))}
        onChange={(event) => setFilter({ state: event.target.value || null })}
      />
    </FilterSheet>
  );
}
