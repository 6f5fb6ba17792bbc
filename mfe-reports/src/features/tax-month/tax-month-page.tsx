import { useState } from 'react';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { DOCUMENT_LABELS } from '@taller/shared/orders/tax/tax-document.ts';
import { useQuery } from '@taller/shared/query';
import { taxMonthQuery, type TaxMonth } from '@taller/shared/orders/tax/tax-month-queries.ts';
import { toast } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { ScreenTitle } from '@taller/shared/ui/screen-title.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { Tabs } from '@taller/shared/ui/tabs.tsx';
import { useAddressState } from '@taller/shared/ui/use-address-state.ts';
import { choiceField, dayField, pageField } from '@taller/shared/values/address-state.ts';
import { addMonths, shopDay } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { exportMonth } from './export-month.ts';
import { DocumentTable, MissingTable } from './month-lists.tsx';
import styles from './tax-month.module.css';
import { taxMonthTexts as texts } from './texts.ts';

const monthTitle = new Intl.DateTimeFormat('es-CL', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const FIELDS = {
  month: dayField('mes'),
  list: choiceField('ver', ['documentos', 'pendientes'] as const, 'documentos'),
  page: pageField,
};

/** /dashboard/documentos: the tax documents of a month, for the accountant (TAX-11). */
export function TaxMonthPage() {
  const { state, change } = useAddressState(FIELDS);
  const [today] = useState(() => shopDay(new Date()));
  const month = `${(state.month ?? today).slice(0, 7)}-01`;
  const { isPending } = useQuery(taxMonthQuery(month));
  const [isExporting, setExporting] = useState(false);
  const save = async () => {
    setExporting(true);
    try {
      await exportMonth(month);
    } catch (error) {
      toast.error(withRequestCode(texts.exportFailed, error));
    } finally {
      setExporting(false);
    }
  };
  const list = { month, page: state.page, onPage: (page: number) => change({ page }) };
  return (
    <div className={styles.screen}>
      <ScreenTitle>{texts.title}</ScreenTitle>
      <div className={styles.bar}>
        <IconButton
          label={texts.previous}
          icon={<ChevronLeft aria-hidden="true" />}
          onClick={() => change({ month: addMonths(month, -1) })}
        />
        <h2 className={styles.month}>{monthTitle.format(new Date(month))}</h2>
        <IconButton
          label={texts.next}
          icon={<ChevronRight aria-hidden="true" />}
          onClick={() => change({ month: addMonths(month, 1) })}
        />
        <Button
          className={styles.export}
          loading={isExporting}
          loadingText={texts.exporting}
          onClick={() => void save()}
        >
          {texts.export}
        </Button>
      </div>
      <Sums month={month} />
      {/* Below sums of unknown height: shown with them, so that the lists do not move. */}
      {!isPending && (
        <Tabs
          label={texts.tabs}
          items={[
            { value: 'documentos', label: texts.documents, panel: <DocumentTable {...list} /> },
            { value: 'pendientes', label: texts.missing, panel: <MissingTable {...list} /> },
          ]}
          value={state.list}
          onValueChange={(value) =>
            change({ list: value === 'pendientes' ? 'pendientes' : 'documentos', page: 1 })
          }
        />
      )}
    </div>
  );
}

type Line = Pick<TaxMonth, 'count' | 'net' | 'tax' | 'total'> & { name: string; folios: string };

const COLUMNS: readonly Column<Line>[] = [
  { id: 'kind', header: texts.kind, width: 8, cell: ({ name }) => name },
  { id: 'count', header: texts.count, kind: 'figure', width: 5, cell: ({ count }) => count },
  { id: 'folios', header: texts.folios, width: 9, cell: ({ folios }) => folios },
  { id: 'net', header: texts.net, kind: 'figure', width: 7, cell: ({ net }) => formatClp(net) },
  { id: 'tax', header: texts.tax, kind: 'figure', width: 7, cell: ({ tax }) => formatClp(tax) },
  { id: 'total', header: texts.total, kind: 'figure', width: 7, cell: ({ total }) => formatClp(total) },
];

function Sums({ month }: { month: string }) {
  const { data, error, refetch, isFetching } = useQuery(taxMonthQuery(month));
  if (error && !data)
    return (
      <ErrorState error={error} message={texts.failed} onRetry={() => void refetch()} retrying={isFetching} />
    );
  if (!data) return <Skeleton label={texts.loading} count={3} />;
  const { undocumented, uncredited } = data;
  const lines: Line[] = [
    ...data.kinds.map((kind) => ({
      ...kind,
      name: DOCUMENT_LABELS[kind.kind],
      folios: texts.range(kind.first, kind.last),
    })),
    { ...data, name: texts.all, folios: '—' },
  ];
  return (
    <Card title={texts.sums}>
      {data.count === 0 ? (
        <p>{texts.noSums}</p>
      ) : (
        <Table label={texts.sums} columns={COLUMNS} rows={lines} rowKey={({ name }) => name} />
      )}
      {undocumented.count > 0 && (
        <p className={styles.missing}>
          {texts.undocumented(undocumented.count, formatClp(undocumented.amount))}
        </p>
      )}
      {uncredited.count > 0 && (
        <p className={styles.missing}>{texts.uncredited(uncredited.count, formatClp(uncredited.amount))}</p>
      )}
      {undocumented.count + uncredited.count === 0 && <p>{texts.complete}</p>}
    </Card>
  );
}
