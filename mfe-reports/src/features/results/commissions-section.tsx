import { useState } from 'react';
import { paths } from '@taller/shared/contract/paths.ts';
import type { CommissionLine } from '@taller/shared/reports/results-queries.ts';
import { Link } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { formatClp, formatThousands } from '@taller/shared/values/money.ts';
import { ReportSkeleton } from '#src/features/figures/report-skeleton.tsx';
import { resultTexts } from '#src/features/results/texts.ts';
import page from '#src/components/page.module.css';
import { SectionFrame } from '#src/components/section-frame.tsx';
import { CommissionOrders } from './commission-orders.tsx';
import { ExportButton } from './export-button.tsx';
import { PagedTable } from './paged-table.tsx';
import { useResult } from './results-context.ts';
import styles from './results.module.css';
import type { ResultsPeriod } from './use-results-period.ts';

const texts = resultTexts.commissions;

const nameOf = ({ name }: CommissionLine) => name || resultTexts.gone;

const columns = (onOpen: (line: CommissionLine) => void): readonly Column<CommissionLine>[] => [
  {
    id: 'name',
    header: texts.technician,
    width: 8,
    cell: (row) => (
      <Button size="sm" variant="ghost" className={styles.opener} onClick={() => onOpen(row)}>
        {nameOf(row)}
      </Button>
    ),
  },
  {
    id: 'orders',
    header: resultTexts.orders,
    kind: 'figure',
    width: 5,
    cell: (row) => formatThousands(row.orders),
  },
  { id: 'base', header: texts.base, kind: 'figure', width: 5.5, cell: (row) => formatClp(row.base) },
  { id: 'earned', header: texts.earned, kind: 'figure', width: 5.5, cell: (row) => formatClp(row.earned) },
  {
    id: 'returns',
    header: texts.returns,
    kind: 'figure',
    width: 5,
    cell: (row) => formatThousands(row.returns),
  },
  {
    id: 'takenBack',
    header: texts.takenBack,
    kind: 'figure',
    width: 5.5,
    cell: (row) => formatClp(row.taken_back),
  },
  { id: 'amount', header: texts.amount, kind: 'figure', width: 5.5, cell: (row) => formatClp(row.amount) },
];

const CSV = [
  { header: texts.technician, value: nameOf },
  { header: resultTexts.orders, value: (row: CommissionLine) => row.orders },
  { header: texts.base, value: (row: CommissionLine) => row.base },
  { header: texts.earned, value: (row: CommissionLine) => row.earned },
  { header: texts.returns, value: (row: CommissionLine) => row.returns },
  { header: texts.takenBack, value: (row: CommissionLine) => row.taken_back },
  { header: texts.amount, value: (row: CommissionLine) => row.amount },
];

/** Commissions by technician in a period, less warranty returns, with their orders (REP-32). */
export function CommissionsSection({ period }: { period: ResultsPeriod }) {
  const query = useResult('commissions', period.days);
  const [opened, setOpened] = useState<CommissionLine | null>(null);
  const rule = <Link to={paths.dashboardSettingsSection.getHref('comisiones')}>{texts.rule}</Link>;
  return (
    <SectionFrame query={query} message={resultTexts.loadFailed} skeleton={<ReportSkeleton block="rows" />}>
      {({ rules, people }) => {
        const unknown = people.reduce((sum, person) => sum + person.unknown, 0);
        return (
          <Card
            title={texts.title}
            actions={
              people.length > 0 && <ExportButton title={texts.title} columns={CSV} rows={() => people} />
            }
          >
            <p className={page.text}>
              {texts.text(period.name)} {rule}
            </p>
            {rules.length === 0 ? (
              <EmptyState title={texts.noRule} actions={rule}>
                {texts.noRuleHint}
              </EmptyState>
            ) : people.length === 0 ? (
              <EmptyState title={resultTexts.none}>{resultTexts.noneHint}</EmptyState>
            ) : (
              <>
                {unknown > 0 && <Banner tone="warning">{texts.unknown(unknown)}</Banner>}
                <PagedTable
                  label={texts.title}
                  columns={columns(setOpened)}
                  rows={people}
                  rowKey={(row) => row.id}
                />
              </>
            )}
            {opened && (
              <CommissionOrders
                id={opened.id}
                name={nameOf(opened)}
                days={period.days}
                onClose={() => setOpened(null)}
              />
            )}
          </Card>
        );
      }}
    </SectionFrame>
  );
}
