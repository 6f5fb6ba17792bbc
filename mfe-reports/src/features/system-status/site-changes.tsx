import { useQuery } from '@taller/shared/query';
import { siteChangesQuery, type AskedChange } from '@taller/shared/system-status/site-queries.ts';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { shortBuild } from '#src/features/system-status/build-figures.ts';
import { statusTexts } from '#src/features/system-status/texts.ts';
import styles from './browser-cards.module.css';

const texts = statusTexts.site;

function outcomeText({ outcome, action }: AskedChange): string {
  if (!outcome) return texts.noEnd;
  if (!outcome.done) return texts.refused(outcome.why);
  return action === 'back' && outcome.build ? texts.nowSeen(shortBuild(outcome.build)) : texts.closed;
}

/** Lists the changes of publications made from this page, newest first; renders nothing if there are none. */
export function SiteChanges() {
  const { data = [] } = useQuery(siteChangesQuery());
  if (data.length === 0) return null;
  return (
    <details className={styles.compare}>
      <summary>{texts.changes}</summary>
      <ol className={styles.changes}>
        {data.map((change) => (
          <li key={change.id}>
            <span className={styles.when}>{formatDateTime(change.asked_at)}</span> {change.user_name}:{' '}
            {texts.asked[change.action](change.part, shortBuild(change.build))} {outcomeText(change)}
          </li>
        ))}
      </ol>
    </details>
  );
}
