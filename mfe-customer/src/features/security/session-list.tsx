import { useState } from 'react';
import { LogOut } from 'lucide-react';
import { useEndOtherSessionsMutation } from '@taller/shared/people/sessions/end-other-sessions-mutation.ts';
import { useEndSessionMutation } from '@taller/shared/people/sessions/end-session-mutation.ts';
import { ownSessionsQuery } from '@taller/shared/people/sessions/own-sessions-query.ts';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { es } from '#src/texts/es.ts';
import { failureText } from '#src/texts/failure-text.ts';
import { browserName } from './browser-name.ts';
import { SessionRow } from './session-row.tsx';
import styles from './security.module.css';

/** What the person is asked about before it ends: one session, or all others. */
type Ending = { id: string; name: string } | 'others';

/** Where the person is signed in, each with a button that ends it (SEC-38). */
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
      setProblem(failureText(error, es.sessions.endFailed));
      return;
    }
    toast.success(ending === 'others' ? es.sessions.othersEnded : es.sessions.ended);
    setEnding(null);
  };

  return (
    <Card title={es.sessions.title}>
      <p className={styles.intro}>{es.sessions.intro}</p>
      {sessions.isPending ? (
        <Skeleton label={es.loading} count={2} />
      ) : !sessions.data ? (
        <ErrorState
          error={sessions.error}
          message={failureText(sessions.error, es.sessions.loadFailed)}
          onRetry={() => void sessions.refetch()}
          retrying={sessions.isFetching}
        />
      ) : (
        <>
          <ul className={styles.sessions}>
            {sessions.data.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                onEnd={() => setEnding({ id: session.id, name: browserName(session.userAgent) })}
              />
            ))}
          </ul>
          {sessions.data.length > 1 && (
            <Button icon={<LogOut aria-hidden="true" />} onClick={() => setEnding('others')}>
              {es.sessions.endOthers}
            </Button>
          )}
        </>
      )}
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={(open) => !open && setEnding(null)}
        title={
          ending === null || ending === 'others'
            ? es.sessions.endOthersQuestion
            : es.sessions.endQuestion(ending.name)
        }
        description={es.sessions.endHint}
        confirmLabel={es.sessions.end}
        danger
        loading={endOne.isPending || endOthers.isPending}
        error={problem}
        onConfirm={() => void confirm()}
      />
    </Card>
  );
}
