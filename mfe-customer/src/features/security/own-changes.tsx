import { ownChangesQuery, type OwnChange } from '@taller/shared/people/profile/own-profile-queries.ts';
import { useQuery } from '@taller/shared/query';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { commonTexts } from '#src/components/texts.ts';
import { changeTexts } from '#src/features/security/texts.ts';
import styles from './security.module.css';

function Change({ change }: { change: OwnChange }) {
  const { kind, by_self: bySelf, changed_at: at } = change;
  return (
    <li className={styles.session}>
      <div className={styles.about}>
        <p className={styles.name}>{changeTexts.kinds[kind] ?? kind}</p>
        <p className={styles.facts}>
          <span>{formatDateTime(at)}</span>
          {kind !== 'password' && <span>{bySelf ? changeTexts.bySelf : changeTexts.byShop}</span>}
        </p>
      </div>
    </li>
  );
}

/** Lists the changes of the user's own account, so that none goes unnoticed (SEC-72). */
export function OwnChanges({ userId }: { userId: string }) {
  const changes = useQuery(ownChangesQuery(userId));
  return (
    <Card title={changeTexts.title}>
      <p className={styles.intro}>{changeTexts.intro}</p>
      <Loaded
        query={changes}
        message={failureText(changes.error, changeTexts.loadFailed)}
        skeleton={<Skeleton label={commonTexts.loading} count={2} />}
      >
        {(shown) =>
          shown.length === 0 ? (
            <p className={styles.intro}>{changeTexts.none}</p>
          ) : (
            <ul className={styles.sessions}>
              {shown.map((change) => (
                <Change key={change.id} change={change} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
