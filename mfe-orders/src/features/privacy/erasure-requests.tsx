import { useState } from 'react';
import {
  erasureRequestsQuery,
  type ErasureRequest,
  type ErasureState,
} from '@taller/shared/privacy/privacy-queries.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { formatDate } from '@taller/shared/values/dates.ts';
import { useQuery } from '@taller/shared/query';
import { Badge, type Tone } from '@taller/shared/ui/badge.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { privacyTexts } from '#src/features/privacy/texts.ts';
import { AnonymizeDialog } from './anonymize-dialog.tsx';
import { AnswerDialog } from './answer-dialog.tsx';
import styles from './privacy.module.css';

const texts = privacyTexts.requests;

type TaskKind = 'anonymize' | 'extend' | 'refuse';
/** An answer with its reason, restored after a reload. */
type Answer = { extend: boolean; request: ErasureRequest };

/** Erasure requests, open ones by due date (PRIV-04). */
export function ErasureRequests() {
  const requests = useQuery(erasureRequestsQuery());
  const [anonymizing, setAnonymizing] = useState<string | null>(null);
  const [answering, setAnswering] = usePersistedDialog<Answer>('supresion');
  const begin = (kind: TaskKind, request: ErasureRequest) => {
    if (kind === 'anonymize') setAnonymizing(request.customer_id);
    else setAnswering({ extend: kind === 'extend', request });
  };
  return (
    <Card title={texts.title}>
      {requests.isPending && <Skeleton label={commonTexts.loading} shape="rows" count={2} />}
      {requests.isError && (
        <ErrorState
          error={requests.error}
          message={failureText(requests.error, texts.failed)}
          onRetry={() => void requests.refetch()}
          retrying={requests.isFetching}
        />
      )}
      {requests.data?.length === 0 && <EmptyState title={texts.none} />}
      {requests.data && requests.data.length > 0 && (
        <ul className={styles.list}>
          {requests.data.map((request) => (
            <RequestRow key={request.id} request={request} onTask={(kind) => begin(kind, request)} />
          ))}
        </ul>
      )}
      {anonymizing && (
        <AnonymizeDialog clue={{ by: 'account', value: anonymizing }} onClose={() => setAnonymizing(null)} />
      )}
      {answering && <AnswerDialog {...answering} onClose={() => setAnswering(null)} />}
    </Card>
  );
}

const TONES: Readonly<Record<ErasureState, Tone>> = {
  open: 'warning',
  withdrawn: 'neutral',
  refused: 'neutral',
  done: 'success',
};

function RequestRow({ request, onTask }: { request: ErasureRequest; onTask: (kind: TaskKind) => void }) {
  const { state, full_name, email, created_at, due_at, extended_at, isLate } = request;
  const who = full_name || email || texts.gone;
  const due = formatDate(due_at);
  const action = (kind: TaskKind, label: string) => (
    <Button
      size="sm"
      variant={kind === 'anonymize' ? 'secondary' : 'ghost'}
      aria-label={texts.of(label, who)}
      onClick={() => onTask(kind)}
    >
      {label}
    </Button>
  );
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <p className={styles.name}>{who}</p>
        {full_name && <p className={styles.muted}>{email}</p>}
        <p className={styles.muted}>
          <span>{texts.asked(formatDate(created_at))}</span>
          {state === 'open' && <span>{` · ${isLate ? texts.overdue(due) : texts.due(due)}`}</span>}
        </p>
      </div>
      <span className={styles.badges}>
        <Badge tone={isLate ? 'danger' : TONES[state]}>{texts.states[state]}</Badge>
        {state === 'open' && extended_at && <Badge>{texts.extended}</Badge>}
      </span>
      {state === 'open' && (
        <div className={styles.actions}>
          {action('anonymize', texts.anonymize)}
          {!extended_at && action('extend', texts.extend)}
          {action('refuse', texts.refuse)}
        </div>
      )}
    </li>
  );
}
