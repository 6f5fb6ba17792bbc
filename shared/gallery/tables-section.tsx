import { useState } from 'react';
import { ORDER_STATUSES, type OrderStatus } from '@taller/shared/orders/status/order-status.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { DefinitionList } from '@taller/shared/ui/definition-list.tsx';
import { Pagination } from '@taller/shared/ui/pagination.tsx';
import type { Sort } from '@taller/shared/ui/sort-header.tsx';
import { StatusBadge } from '@taller/shared/orders/status/status-badge.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { VirtualTable } from '@taller/shared/ui/virtual-table.tsx';

interface Row {
  id: number;
  customer: string;
  device: string;
  status: OrderStatus;
  total: string;
}

const ROWS: readonly Row[] = Array.from({ length: 400 }, (_, index) => ({
  id: index + 1,
  customer: ['Ana Pizarro', 'Luis Tapia', 'Rosa Cárcamo'][index % 3] ?? '',
  device: ['Samsung Galaxy A54', 'iPhone 13', 'Lenovo IdeaPad 3'][index % 3] ?? '',
  status: ORDER_STATUSES[index % ORDER_STATUSES.length] ?? 'pending',
  total: '$45.000',
}));

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'id',
    header: 'Orden',
    cell: (row) => String(row.id).padStart(6, '0'),
    width: '6rem',
    sortable: true,
  },
  { id: 'customer', header: 'Cliente', cell: (row) => row.customer, sortable: true },
  { id: 'device', header: 'Equipo', cell: (row) => row.device, width: 'minmax(10rem, 2fr)' },
  { id: 'status', header: 'Estado', cell: (row) => <StatusBadge status={row.status} />, width: '12rem' },
  { id: 'total', header: 'Total', cell: (row) => row.total, align: 'end', width: '6rem' },
];

const renderCard = (row: Row) => (
  <>
    <strong>{row.customer}</strong>
    <p>{row.device}</p>
    <StatusBadge status={row.status} />
  </>
);

export function TablesSection() {
  const [sort, setSort] = useState<Sort | null>({ column: 'id', direction: 'desc' });
  const [page, setPage] = useState(2);
  return (
    <>
      <VirtualTable
        label="Órdenes"
        columns={COLUMNS}
        rows={ROWS}
        rowKey={(row) => row.id}
        height={360}
        rowHeight={72}
        narrowRowHeight={120}
        sort={sort}
        onSortChange={setSort}
        card={renderCard}
      />
      <Pagination
        label="Páginas de órdenes"
        page={page}
        pageSize={20}
        total={ROWS.length}
        onPageChange={setPage}
      />
      <Table label="Últimas órdenes" columns={COLUMNS} rows={ROWS.slice(0, 3)} rowKey={(row) => row.id} />
      <Card title="Equipo">
        <DefinitionList
          items={[
            { term: 'Marca', value: 'Samsung' },
            { term: 'Modelo', value: 'Galaxy A54' },
            { term: 'IMEI', value: null },
            { term: 'Problema', value: 'No enciende desde ayer.', wide: true },
          ]}
        />
      </Card>
    </>
  );
}
