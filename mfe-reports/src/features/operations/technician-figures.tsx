import type { ReportOverview } from '@taller/shared/reports/overview-query.ts';
import { isFiltered, type ReportFilter } from '@taller/shared/reports/report-filter.ts';
import type { ReportCard } from '@taller/shared/reports/report-orders-query.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { formatDecimal } from '#src/values/format-figures.ts';
import { FigureButton } from '#src/features/drill-down/figure-button.tsx';
import { technicianTexts } from '#src/features/operations/texts.ts';
import styles from './figures.module.css';

type Technician = ReportOverview['technicians'][number];

const FIGURES: readonly {
  card: ReportCard;
  title: string;
  text: string;
  figure: (person: Technician) => string;
}[] = [
  {
    card: 'completed',
    title: technicianTexts.completed,
    text: technicianTexts.completedText,
    figure: (person) => formatThousands(person.completed),
  },
  {
    card: 'timed',
    title: technicianTexts.median,
    text: technicianTexts.medianText,
    figure: (person) => formatDecimal(person.median_days),
  },
  {
    card: 'come_backs',
    title: technicianTexts.comeBacks,
    text: technicianTexts.comeBacksText,
    figure: (person) => formatThousands(person.come_backs),
  },
];

function columns(filter: ReportFilter): readonly Column<Technician>[] {
  return [
    { id: 'name', header: technicianTexts.name, cell: (person) => person.name },
    ...FIGURES.map(({ card, title, text, figure }): Column<Technician> => ({
      id: card,
      header: title,
      kind: 'figure',
      cell: (person) => (
        <FigureButton
          figure={figure(person)}
          orders={{
            card,
            title: technicianTexts.of(title, person.name),
            text,
            filter: { ...filter, technicianId: person.id },
          }}
        />
      ),
    })),
  ];
}

/** Completed orders by technician, with durations and warranty returns. */
export function TechnicianFigures({
  technicians,
  filter,
}: {
  technicians: Technician[];
  filter: ReportFilter;
}) {
  const none = isFiltered(filter) ? technicianTexts.noneFiltered : technicianTexts.none;
  return (
    <Card title={technicianTexts.title}>
      <dl className={styles.explained}>
        {FIGURES.map(({ card, title, text }) => (
          <div key={card}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {technicians.length === 0 ? (
        <EmptyState title={none.title}>{none.hint}</EmptyState>
      ) : (
        <Table
          label={technicianTexts.title}
          columns={columns(filter)}
          rows={technicians}
          rowKey={(person) => person.id}
        />
      )}
    </Card>
  );
}
