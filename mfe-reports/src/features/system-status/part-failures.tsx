import { partFailuresQuery, type PartFailure } from '@taller/shared/system-status/site-queries.ts';
import { useQuery } from '@taller/shared/query';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { shortBuild } from '#src/features/system-status/build-figures.ts';
import { Command } from '#src/features/system-status/command.tsx';
import { statusTexts } from '#src/features/system-status/texts.ts';
import styles from './browser-cards.module.css';

const texts = statusTexts.partFailures;

function Failure({ failure }: { failure: PartFailure }) {
  const { part, build, kind, error, frames, times, last_at } = failure;
  const name = build ? `${part} · ${shortBuild(build)}` : part;
  return (
    <li className={styles.failure}>
      <p className={styles.head}>
        <strong>{name}</strong>
        {kind === 'caught' && <Badge tone="danger">{texts.seen}</Badge>}
        <span className={styles.when}>{texts.times(times, formatDateTime(last_at))}</span>
      </p>
      <p className={styles.error}>{error}</p>
      {frames && (
        <details>
          <summary data-target>{texts.trace}</summary>
          <pre className={styles.frames}>{frames}</pre>
          <p className={styles.hint}>
            {texts.traceHint} <Command>npm run trace -- --site CARPETA ARCHIVO</Command>
          </p>
        </details>
      )}
    </li>
  );
}

/** Lists failures in visitors' browsers, by part and build (SHELL-42). */
export function PartFailures() {
  const failures = useQuery(partFailuresQuery());
  return (
    <Card title={texts.title}>
      <p className={styles.description}>{texts.description}</p>
      <Loaded
        query={failures}
        message={texts.loadFailed}
        skeleton={<Skeleton label={texts.loading} shape="rows" count={2} />}
      >
        {(found) =>
          found.length === 0 ? (
            <p>{texts.none}</p>
          ) : (
            <ul className={styles.failures}>
              {found.map((failure) => (
                <Failure key={failure.id} failure={failure} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
