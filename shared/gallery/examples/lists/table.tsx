import { useState } from 'react';
import type { Sort } from '@taller/shared/ui/sort-header.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';

interface Part {
  id: number;
  name: string;
  supplier: string;
  price: string;
}

const PARTS: readonly Part[] = Array.from({ length: 3 }, (_, index) => ({
  id: index + 1,
  name: ['Pantalla Galaxy A54', 'Batería iPhone 13', 'Teclado IdeaPad 3'][index % 3] ?? '',
  supplier: ['Stark', 'Repuestos del Sur'][index % 2] ?? '',
  price: '$45.000',
}));

const COLUMNS: readonly Column<Part>[] = [
  { id: 'name', header: 'Producto', cell: (part) => part.name, sortable: true },
  { id: 'supplier', header: 'Proveedor', cell: (part) => part.supplier },
  { id: 'price', header: 'Precio', cell: (part) => part.price, kind: 'figure', width: 6 },
];

export function Example() {
  const [sort, setSort] = useState<Sort | null>({ column: 'name', direction: 'asc' });
  return (
    <Table
      label="Productos"
      columns={COLUMNS}
      rows={PARTS}
      rowKey={(part) => part.id}
      sort={sort}
      onSortChange={setSort}
    />
  );
}
