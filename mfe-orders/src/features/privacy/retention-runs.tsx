import { retentionRunsQuery, type RetentionRun } from '@taller/shared/privacy/privacy-queries.ts';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { useQuery } from '@taller/shared/query';
import { Card } from '@taller/shared/ui/card.tsx';
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { privacyTexts } from '#src/features/privacy/texts.ts';

const texts = privacyTexts.terms;
const SHOWN = 10;

const removedText = (removed: Readonly<Record<string, number>>): string =>
  Object.entries(removed)
    .map(([kind, rows]) => `${rows} ${texts.kinds[kind] ?? kind}`)
    .join(', ') || texts.nothing;

const COLUMNS: readonly Column<RetentionRun>[] = [
  {
    id: 'at',
    header: texts.ranAt,
    kind: 'fact',
    width: 8.5,
    cell: ({ ran_at: moment }) => formatDateTime(moment),
  },
  { id: 'removed', header: texts.removed, width: 8, cell: ({ removed }) => removedText(removed) },
];

/** Lists the rows that the last retention runs deleted (PRIV-08). */
export function RetentionRuns() {
  const runs = useQuery(retentionRunsQuery());
  return (
    <Card title={texts.runs}>
      <DataTable
        label={texts.runs}
        columns={COLUMNS}
        query={runs}
        rows={runs.data?.slice(0, SHOWN)}
        rowKey={(run) => run.ran_at}
        loadFailed={failureText(runs.error, texts.failed)}
        skeleton={{ rows: 2, label: commonTexts.loading }}
        empty={{ title: texts.noRuns }}
      />
    </Card>
  );
}
