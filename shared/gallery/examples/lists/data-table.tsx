import { useState } from 'react';
import { Button } from '@taller/shared/ui/button.tsx';
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import { SearchBox } from '@taller/shared/ui/search-box.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';

interface Part {
  id: number;
  name: string;
  supplier: string;
  bought: string;
  price: string;
}

const PARTS: readonly Part[] = [
  { id: 1, name: 'Pantalla Galaxy A54', supplier: 'Stark', bought: '12-11-2026', price: '$45.000' },
  { id: 2, name: 'Batería iPhone 13', supplier: 'Repuestos del Sur', bought: '20-11-2026', price: '$28.000' },
];

const COLUMNS: readonly Column<Part>[] = [
  { id: 'name', header: 'Producto', width: 10, cell: (part) => part.name },
  { id: 'supplier', header: 'Proveedor', width: 9, cell: (part) => part.supplier },
  { id: 'bought', header: 'Fecha', kind: 'fact', priority: 'low', cell: (part) => part.bought },
  { id: 'price', header: 'Precio', kind: 'figure', cell: (part) => part.price },
  { id: 'actions', header: 'Acciones', kind: 'actions', cell: () => <Button size="sm">Editar</Button> },
];

const QUERY = { error: null, isFetching: false, refetch: () => Promise.resolve() };

export function Example() {
  const [search, setSearch] = useState('');
  return (
    <>
      <SearchBox label="Buscar productos" value={search} onSearch={setSearch} />
      <DataTable
        label="Productos"
        columns={COLUMNS}
        query={QUERY}
        rows={PARTS.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))}
        rowKey={(part) => part.id}
        loadFailed="No se pudieron cargar los productos."
        empty={{ title: 'Todavía no hay productos.' }}
        filtered={
          search !== '' && { title: 'Ningún producto con esta búsqueda.', onClear: () => setSearch('') }
        }
      />
    </>
  );
}
