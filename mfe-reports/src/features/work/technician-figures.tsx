import { useState } from 'react';
import type { ReportOverview } from '@taller/shared/data/reports/overview-query.ts';
import type { ReportFilter } from '@taller/shared/data/reports/report-filter.ts';
import type { ReportCard } from '@taller/shared/data/reports/report-orders-query.ts';
import { formatThousands } from '@taller/shared/domain/money.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { formatDecimal } from '#src/features/charts/format-figures.ts';
import { OrdersDialog } from '#src/features/summary/orders-dialog.tsx';
import { es } from '#src/texts/es.ts';
import styles from './figures.module.css';

type Technician = ReportOverview['technicians'][number];
interface Opened {
  card: ReportCard;
  technicianId: string;
  title: string;
}

/** The table's columns; a count opens its orders. */
function columns(open: (opened: Opened) => void): readonly Column<Technician>[] {
  const count = (person: Technician, card: ReportCard, name: string, figure: number) => (
    <Button
      variant="ghost"
      size="sm"
      aria-label={es.summary.view(`${name} de ${person.name}: ${figure}`)}
      onClick={() => open({ card, technicianId: person.id, title: `${name}: ${person.name}` })}
    >
      {formatThousands(figure)}
    </Button>
  );
  return [
    { id: 'name', header: es.work.technician, cell: (person) => person.name },
    {
      id: 'completed',
      header: es.work.completed,
      align: 'end',
      cell: (person) => count(person, 'completed', es.work.completed, person.completed),
    },
    {
      id: 'median',
      header: es.work.median,
      align: 'end',
      cell: (person) => formatDecimal(person.median_days),
    },
    {
      id: 'come-backs',
      header: es.work.comeBacks,
      align: 'end',
      cell: (person) => count(person, 'come_backs', es.work.comeBacks, person.come_backs),
    },
  ];
}

/** What each technician completed, how long it took, and what came back under warranty. */
export function TechnicianFigures({
  technicians,
  filter,
}: {
  technicians: Technician[];
  filter: ReportFilter;
}) {
  const [open, setOpen] = useState<Opened | null>(null);
  return (
    <Card title={es.work.technicians}>
      <p className={styles.text}>{es.work.techniciansText}</p>
      {technicians.length === 0 ? (
        <EmptyState title={es.work.empty} />
      ) : (
        <Table
          label={es.work.technicians}
          columns={columns(setOpen)}
          rows={technicians}
          rowKey={(person) => person.id}
        />
      )}
      {open && (
        <OrdersDialog
          title={open.title}
          card={open.card}
          filter={{ ...filter, technicianId: open.technicianId }}
          onClose={() => setOpen(null)}
        />
      )}
    </Card>
  );
}
