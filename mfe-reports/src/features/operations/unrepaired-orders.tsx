import type { ReportOverview } from '@taller/shared/reports/overview-query.ts';
import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { FigureTiles } from '#src/features/figures/figure-tiles.tsx';
import { unrepairedTexts as texts } from '#src/features/operations/texts.ts';

type Unrepaired = ReportOverview['unrepaired'];

const COLUMNS: readonly Column<Unrepaired['reasons'][number]>[] = [
  { id: 'reason', header: texts.reason, cell: ({ reason }) => reason },
  { id: 'orders', header: texts.orders, kind: 'figure', cell: ({ orders }) => formatThousands(orders) },
];

interface UnrepairedOrdersProps {
  unrepaired: Unrepaired;
  filter: ReportFilter;
}

/** Devices that were handed over without a repair, and why (TIME-14); nothing if there are none. */
export function UnrepairedOrders({ unrepaired: { orders, reasons }, filter }: UnrepairedOrdersProps) {
  if (orders === 0) return null;
  return (
    <Card title={texts.title}>
      <FigureTiles
        tiles={[
          {
            figure: formatThousands(orders),
            orders: { card: 'unrepaired', title: texts.title, text: texts.text, filter },
          },
        ]}
      />
      <Table label={texts.title} columns={COLUMNS} rows={reasons} rowKey={({ reason }) => reason} />
    </Card>
  );
}
