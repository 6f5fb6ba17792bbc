import type { OwnSession } from '@taller/shared/people/sessions/own-sessions-query.ts';
import { formatDateTime, formatRelative } from '@taller/shared/values/dates.ts';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { sessionTexts } from '#src/features/security/texts.ts';
import { browserName } from './browser-name.ts';
import styles from './security.module.css';

/** A session of the user. The current one is ended by 'Cerrar Sesión' in the header. */
export function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const name = browserName(session.user_agent);
  const when = formatDateTime(session.created_at);
  return (
    <li className={styles.session}>
      <div className={styles.about}>
        <p className={styles.name}>
          <span>{name}</span>
          {session.is_current && <Badge tone="success">{sessionTexts.thisDevice}</Badge>}
        </p>
        <p className={styles.facts}>
          {session.address && <span translate="no">{sessionTexts.address(session.address)}</span>}
          <span>{sessionTexts.since(when)}</span>
          <span>{sessionTexts.lastUsed(formatRelative(session.last_used_at))}</span>
        </p>
      </div>
      {!session.is_current && (
        <Button size="sm" onClick={onEnd} aria-label={sessionTexts.endOf(name, when)}>
          {sessionTexts.end}
        </Button>
      )}
    </li>
  );
}
