import Download from 'lucide-react/icons/download';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import type { Column } from '#src/ui/table.tsx';
import { VirtualTable } from '#src/ui/virtual-table.tsx';
import type { RefusedRow } from '../file/convert-rows.ts';
import { refusedCsv } from '../file/refused-csv.ts';
import type { Problem } from '../file/row-reader.ts';
import { saveFile } from '#src/ui/save-file.ts';
import { formatCount, importTexts } from './import-texts.ts';
import styles from './refused-rows.module.css';

const texts = importTexts.refused;

function cellsOf(row: RefusedRow): string {
  return row.cells.filter((cell) => cell.trim() !== '').join(' · ');
}

/** Number of rejected rows by reason, most frequent first. A row with two reasons counts in both. */
function countReasons<P extends Problem>(
  rows: readonly RefusedRow<P>[],
  reason: (problem: P) => string,
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { problems } of rows) {
    for (const title of new Set(problems.map((problem) => reason(problem)))) {
      counts.set(title, (counts.get(title) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

export interface RefusedRowsProps<P extends Problem> {
  title: string;
  /** Name of the imported file, from which the download's name is derived. */
  fileName: string;
  header: readonly string[];
  rows: readonly RefusedRow<P>[];
  /** Formats a problem as a sentence, and the title of its group. */
  problem: (problem: P) => string;
  reason: (problem: P) => string;
}

/** The rejected rows: counted by reason, listed with their reasons, and as a file to correct. */
export function RefusedRows<P extends Problem>({
  title,
  fileName,
  header,
  rows,
  problem,
  reason,
}: RefusedRowsProps<P>) {
  const describe = (row: RefusedRow<P>) => row.problems.map((one) => problem(one)).join(' ');
  const columns: readonly Column<RefusedRow<P>>[] = [
    { id: 'line', header: texts.line, kind: 'fact', width: 5, cell: (row) => formatCount(row.line) },
    {
      id: 'reason',
      header: texts.reason,
      width: 16,
      plain: true,
      cell: (row) => <span className={styles.reason}>{describe(row)}</span>,
    },
    {
      id: 'row',
      header: texts.row,
      width: 14,
      plain: true,
      cell: (row) => (
        <span className={styles.cells} title={cellsOf(row)}>
          {cellsOf(row)}
        </span>
      ),
    },
  ];
  const download = () => {
    const words = { line: texts.originalLine, reason: texts.reasonColumn, describe };
    saveFile(texts.fileName(fileName), refusedCsv(header, rows, words));
  };
  return (
    <Card
      title={title}
      actions={
        <Button size="sm" icon={<Download aria-hidden="true" />} onClick={download}>
          {texts.download}
        </Button>
      }
    >
      <p className={styles.intro}>{texts.intro}</p>
      <ul className={styles.reasons}>
        {countReasons(rows, reason).map(([title, count]) => (
          <li key={title}>
            <Badge tone="warning">
              <strong>{formatCount(count)}</strong> {title}
            </Badge>
          </li>
        ))}
      </ul>
      <VirtualTable
        label={title}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.line}
        height={420}
        rowHeight={56}
        cardHeight={132}
      />
    </Card>
  );
}
