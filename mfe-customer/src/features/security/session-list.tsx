import { useState } from 'react';
import LogOut from 'lucide-react/icons/log-out';
import {
  useEndOtherSessionsMutation,
  useEndSessionMutation,
} from '@taller/shared/people/sessions/session-mutations.ts';
import { ownSessionsQuery, type OwnSession } from '@taller/shared/people/sessions/own-sessions-query.ts';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { sessionTexts } from '#src/features/security/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { browserName } from './browser-name.ts';
import styles from './security.module.css';
import { formatDateTime, formatRelative } from '@taller/shared/values/dates.ts';
import { Badge } from '@taller/shared/ui/badge.tsx';

/** A session of the user. The current one is ended by 'Cerrar Sesión' in the header. */
function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
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

/** The sessions that the user is asked to end: one, or all others. */
type Ending = { id: string; name: string } | 'others';

/** The user's sessions, each with a button to end it (SEC-38). */
export function SessionList({ userId }: { userId: string }) {
  const sessions = useQuery(ownSessionsQuery(userId));
  const endOne = useEndSessionMutation();
  const endOthers = useEndOtherSessionsMutation();
  const [ending, setEnding] = useState<Ending | null>(null);
  const [problem, setProblem] = useState<string>();

  const confirm = async () => {
    if (ending === null) return;
    setProblem(undefined);
    try {
      if (ending === 'others') await endOthers.mutateAsync();
      else await endOne.mutateAsync(ending.id);
    } catch (error) {
      console.error('The session was not ended', error);
      setProblem(failureText(error, sessionTexts.endFailed));
      return;
    }
    toast.success(ending === 'others' ? sessionTexts.othersEnded : sessionTexts.ended);
    setEnding(null);
  };

  return (
    <Card title={sessionTexts.title}>
      <p className={styles.intro}>{sessionTexts.intro}</p>
      <Loaded
        query={sessions}
        message={failureText(sessions.error, sessionTexts.loadFailed)}
        skeleton={<Skeleton label={commonTexts.loading} count={2} />}
      >
        {(shown) => (
          <>
            <ul className={styles.sessions}>
              {shown.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  onEnd={() => setEnding({ id: session.id, name: browserName(session.user_agent) })}
                />
              ))}
            </ul>
            {shown.length > 1 && (
              <Button icon={<LogOut aria-hidden="true" />} onClick={() => setEnding('others')}>
                {sessionTexts.endOthers}
              </Button>
            )}
          </>
        )}
      </Loaded>
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={(open) => !open && setEnding(null)}
        title={
          ending === null || ending === 'others'
            ? sessionTexts.endOthersQuestion
            : sessionTexts.endQuestion(ending.name)
        }
        description={sessionTexts.endHint}
        confirmLabel={sessionTexts.end}
        danger
        loading={endOne.isPending || endOthers.isPending}
        error={problem}
        onConfirm={() => void confirm()}
      />
    </Card>
  );
}
