import { Download } from 'lucide-react';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { VirtualTable } from '@taller/shared/ui/virtual-table.tsx';
import { esImport } from '#src/texts/es-import.ts';
import type { RefusedRow } from './convert-rows.ts';
import { downloadText } from './download-text.ts';
import { refusedCsv } from './refused-csv.ts';
import styles from './refused-rows.module.css';

const es = esImport.refused;

function describe(row: RefusedRow): string {
  return row.problems.map((problem) => esImport.problem(problem)).join(' ');
}

function cellsOf(row: RefusedRow): string {
  return row.cells.filter((cell) => cell.trim() !== '').join(' · ');
}

/** How many rows stay out for each reason, most frequent first. A row with two reasons counts in both. */
function countReasons(rows: readonly RefusedRow[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { problems } of rows) {
    for (const title of new Set(problems.map(({ code, field }) => esImport.reasons[code](field)))) {
      counts.set(title, (counts.get(title) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

const COLUMNS: readonly Column<RefusedRow>[] = [
  { id: 'line', header: es.line, width: '5rem', cell: (row) => esImport.count(row.line) },
  {
    id: 'reason',
    header: es.reason,
    width: 'minmax(16rem, 2fr)',
    cell: (row) => <span className={styles.reason}>{describe(row)}</span>,
  },
  {
    id: 'row',
    header: es.row,
    width: 'minmax(14rem, 2fr)',
    cell: (row) => (
      <span className={styles.cells} title={cellsOf(row)}>
        {cellsOf(row)}
      </span>
    ),
  },
];

/** A row on a phone. */
const rowCard = (row: RefusedRow) => (
  <div className={styles.card}>
    <strong>
      {es.line} {esImport.count(row.line)}
    </strong>
    <span className={styles.reason}>{describe(row)}</span>
    <span className={styles.cells}>{cellsOf(row)}</span>
  </div>
);

export interface RefusedRowsProps {
  title: string;
  /** Of the imported file; the download is named after it. */
  fileName: string;
  header: readonly string[];
  rows: readonly RefusedRow[];
}

/** The rows that stay out: counted by reason, listed with their reasons, and as a file to mend. */
export function RefusedRows({ title, fileName, header, rows }: RefusedRowsProps) {
  const download = () => {
    const texts = { line: es.originalLine, reason: es.reasonColumn, describe };
    downloadText(es.fileName(fileName), refusedCsv(header, rows, texts), 'text/csv');
  };
  return (
    <Card
      title={title}
      actions={
        <Button size="sm" icon={<Download aria-hidden="true" />} onClick={download}>
          {es.download}
        </Button>
      }
    >
      <p className={styles.intro}>{es.intro}</p>
      <ul className={styles.reasons}>
        {countReasons(rows).map(([reason, count]) => (
          <li key={reason}>
            <Badge tone="warning">
              <strong>{esImport.count(count)}</strong> {reason}
            </Badge>
          </li>
        ))}
      </ul>
      <VirtualTable
        label={title}
        columns={COLUMNS}
        rows={rows}
        rowKey={(row) => row.line}
        height={420}
        rowHeight={56}
        narrowRowHeight={132}
        card={rowCard}
      />
    </Card>
  );
}
