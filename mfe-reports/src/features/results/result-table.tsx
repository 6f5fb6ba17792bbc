import { Card } from '@taller/shared/ui/card.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import type { TableProps } from '@taller/shared/ui/table.tsx';
import type { CsvColumn } from '@taller/shared/values/csv.ts';
import { resultTexts } from '#src/features/results/texts.ts';
import page from '#src/components/page.module.css';
import { ExportButton } from './export-button.tsx';
import { PagedTable } from './paged-table.tsx';

interface ResultTableProps<Row> extends Pick<TableProps<Row>, 'columns' | 'rows' | 'rowKey'> {
  /** Names the file, too. */
  title: string;
  /** Says what the rows are. */
  text: string;
  /** The title where there are no rows. */
  none: string;
  csv: readonly CsvColumn<Row>[];
}

/** A report whose rows are all known: a card with its table and its file. */
export function ResultTable<Row>({ title, text, none, csv, rows, ...table }: ResultTableProps<Row>) {
  return (
    <Card
      title={title}
      actions={rows.length > 0 && <ExportButton title={title} columns={csv} rows={() => rows} />}
    >
      <p className={page.text}>{text}</p>
      {rows.length === 0 ? (
        <EmptyState title={none}>{resultTexts.noneHint}</EmptyState>
      ) : (
        <PagedTable {...table} label={title} rows={rows} />
      )}
    </Card>
  );
}
