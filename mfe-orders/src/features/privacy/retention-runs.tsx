import { retentionRunsQuery } from '@taller/shared/privacy/privacy-queries.ts';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { useQuery } from '@taller/shared/query';
import { Card } from '@taller/shared/ui/card.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { privacyTexts } from '#src/features/privacy/texts.ts';
import styles from './privacy.module.css';

const texts = privacyTexts.terms;
const SHOWN = 10;

const removedText = (removed: Readonly<Record<string, number>>): string =>
  Object.entries(removed)
    .map(([kind, rows]) => `${rows} ${texts.kinds[kind] ?? kind}`)
    .join(', ') || texts.nothing;

/** Lists the rows that the last retention runs deleted (PRIV-08). */
export function RetentionRuns() {
  const runs = useQuery(retentionRunsQuery());
  return (
    <Card title={texts.runs}>
      {runs.isPending && <Skeleton label={commonTexts.loading} count={2} />}
      {runs.isError && (
        <ErrorState
          error={runs.error}
          message={failureText(runs.error, texts.failed)}
          onRetry={() => void runs.refetch()}
          retrying={runs.isFetching}
        />
      )}
      {runs.data?.length === 0 && <p className={styles.muted}>{texts.noRuns}</p>}
      {runs.data && runs.data.length > 0 && (
        <ul className={styles.runs}>
          {runs.data.slice(0, SHOWN).map(({ ran_at, removed }) => (
            <li key={ran_at}>
              <span className={styles.muted}>{formatDateTime(ran_at)}</span> {removedText(removed)}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
