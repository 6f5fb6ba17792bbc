import { MARGIN_GROUPS, type MarginRow } from '@taller/shared/reports/results-queries.ts';
import { storedTypeLabel } from '@taller/shared/orders/equipment.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { formatClp, formatThousands } from '@taller/shared/values/money.ts';
import { monthName } from '#src/features/earnings/month-name.ts';
import { KeyTile } from '#src/features/figures/key-figure.tsx';
import { ReportSkeleton } from '#src/features/figures/report-skeleton.tsx';
import { resultTexts } from '#src/features/results/texts.ts';
import { formatShare } from '#src/values/format-figures.ts';
import grid from '#src/components/even-grid.module.css';
import page from '#src/components/page.module.css';
import { SectionFrame } from '#src/components/section-frame.tsx';
import { ExportButton } from './export-button.tsx';
import { MarginOrders } from './margin-orders.tsx';
import { PagedTable } from './paged-table.tsx';
import { useResult } from './results-context.ts';
import type { ResultsPeriod } from './use-results-period.ts';

const texts = resultTexts.margin;

/** The name of a row's technician, kind of device or month. */
const nameOf = ({ kind, key, name }: MarginRow): string => {
  if (kind === 'month') return monthName(key);
  if (kind === 'type') return storedTypeLabel(key);
  return key === '' ? resultTexts.noName : name || resultTexts.gone;
};

const columns = (header: string): readonly Column<MarginRow>[] => [
  { id: 'name', header, width: 8, cell: nameOf },
  {
    id: 'orders',
    header: resultTexts.orders,
    kind: 'figure',
    width: 5,
    cell: (row) => formatThousands(row.orders),
  },
  { id: 'income', header: texts.income, kind: 'figure', cell: (row) => formatClp(row.income) },
  { id: 'tax', header: texts.tax, kind: 'figure', cell: (row) => formatClp(row.tax) },
  { id: 'cost', header: texts.cost, kind: 'figure', cell: (row) => formatClp(row.cost) },
  { id: 'margin', header: texts.margin, kind: 'figure', cell: (row) => formatClp(row.margin) },
  {
    id: 'share',
    header: texts.share,
    kind: 'figure',
    width: 6,
    cell: (row) => formatShare(row.margin, row.net),
  },
  {
    id: 'unknown',
    header: texts.unknownShort,
    kind: 'figure',
    width: 5,
    cell: (row) => formatThousands(row.unknown_orders),
  },
];

const CSV = [
  { header: resultTexts.orders, value: (row: MarginRow) => row.orders },
  { header: texts.income, value: (row: MarginRow) => row.income },
  { header: texts.tax, value: (row: MarginRow) => row.tax },
  { header: texts.cost, value: (row: MarginRow) => row.cost },
  { header: texts.margin, value: (row: MarginRow) => row.margin },
  { header: texts.unknownOrders(2), value: (row: MarginRow) => row.unknown_orders },
];

const GROUPS: Readonly<
  Record<(typeof MARGIN_GROUPS)[number], { title: string; header: string; text?: string }>
> = {
  month: { title: texts.months, header: resultTexts.month },
  technician: { title: texts.technicians, header: texts.technician, text: texts.techniciansText },
  type: { title: texts.types, header: texts.type },
};

function Tiles({ total }: { total: MarginRow }) {
  const tiles = [
    { name: texts.income, figure: formatClp(total.income), text: `${formatThousands(total.orders)} órdenes` },
    { name: texts.tax, figure: formatClp(total.tax), text: 'Incluido en los ingresos' },
    { name: texts.cost, figure: formatClp(total.cost), text: 'De las órdenes con costo conocido' },
    { name: texts.margin, figure: formatClp(total.margin), text: formatShare(total.margin, total.net) },
  ];
  return (
    <ul className={grid.grid}>
      {tiles.map(({ name, figure, text }) => (
        <KeyTile key={name} name={name} figure={figure}>
          <p className={page.text}>{text}</p>
        </KeyTile>
      ))}
    </ul>
  );
}

/** The margin of a period: in total, by month, by technician, by kind of device, and by order (REP-26). */
export function MarginSection({ period }: { period: ResultsPeriod }) {
  const query = useResult('margin', period.request);
  return (
    <SectionFrame
      query={query}
      message={resultTexts.loadFailed}
      skeleton={<ReportSkeleton tiles={[4]} block="rows" />}
    >
      {({ rate, rows }) => {
        const total = rows.find(({ kind }) => kind === 'total');
        return (
          <>
            <Card title={texts.title}>
              <p className={page.text}>{texts.text(period.name, rate)}</p>
              {total === undefined || total.orders === 0 ? (
                <EmptyState title={resultTexts.none}>{resultTexts.noneHint}</EmptyState>
              ) : (
                <div className={page.page}>
                  <Tiles total={total} />
                  {total.unknown_orders > 0 && (
                    <Banner tone="warning">
                      {texts.unknown(
                        texts.unknownOrders(total.unknown_orders),
                        formatClp(total.unknown_income),
                      )}
                    </Banner>
                  )}
                </div>
              )}
            </Card>
            {total !== undefined &&
              total.orders > 0 &&
              MARGIN_GROUPS.map((kind) => {
                const { title, header, text } = GROUPS[kind];
                const group = rows.filter((row) => row.kind === kind);
                return (
                  <Card
                    key={kind}
                    title={title}
                    actions={
                      <ExportButton
                        title={title}
                        columns={[{ header, value: nameOf }, ...CSV]}
                        rows={() => group}
                      />
                    }
                  >
                    {text && <p className={page.text}>{text}</p>}
                    <PagedTable
                      label={title}
                      columns={columns(header)}
                      rows={group}
                      rowKey={(row) => row.key}
                    />
                  </Card>
                );
              })}
            {total !== undefined && total.orders > 0 && <MarginOrders period={period} />}
          </>
        );
      }}
    </SectionFrame>
  );
}
