import { useState } from 'react';
import { FilterBar, type FilterOn } from '@taller/shared/ui/filter-bar.tsx';

interface Filter {
  state: string | null;
  overdue: boolean;
}

export function Example() {
  const [filter, setFilter] = useState<Filter>({ state: 'Pendiente', overdue: true });
  const on: FilterOn<Filter>[] = [
    ...(filter.state ? [{ label: `Estado: ${filter.state}`, off: { state: null } }] : []),
    ...(filter.overdue ? [{ label: 'Atrasadas', off: { overdue: false } }] : []),
  ];
  return (
    <FilterBar
      on={on}
      onChange={(part) => setFilter({ ...filter, ...part })}
      onOpen={() => setFilter({ state: 'Pendiente', overdue: true })}
    />
  );
}
