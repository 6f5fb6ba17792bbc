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
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
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

const TONES: Readonly<Record<ErasureState, Tone>> = {
  open: 'warning',
  withdrawn: 'neutral',
  refused: 'neutral',
  done: 'success',
};

const whoOf = ({ full_name: name, email }: ErasureRequest) => name || email || texts.gone;

const FACTS: readonly Column<ErasureRequest>[] = [
  {
    id: 'who',
    header: texts.who,
    width: 11,
    cell: (request) => (
      <>
        <span>{whoOf(request)}</span>
        {request.full_name && <p className={styles.email}>{request.email}</p>}
      </>
    ),
  },
  {
    id: 'asked',
    header: texts.asked,
    kind: 'fact',
    width: 6.5,
    priority: 'low',
    cell: (request) => formatDate(request.created_at),
  },
  {
    id: 'due',
    header: texts.due,
    kind: 'fact',
    width: 8.5,
    cell: ({ state, due_at, isLate }) => {
      if (state !== 'open') return '—';
      return isLate ? texts.overdue(formatDate(due_at)) : formatDate(due_at);
    },
  },
  {
    id: 'state',
    header: texts.state,
    width: 8,
    plain: true,
    cell: ({ state, extended_at, isLate }) => (
      <span className={styles.badges}>
        <Badge tone={isLate ? 'danger' : TONES[state]}>{texts.states[state]}</Badge>
        {state === 'open' && extended_at && <Badge>{texts.extended}</Badge>}
      </span>
    ),
  },
];

/** Erasure requests, open ones by due date (PRIV-04). */
export function ErasureRequests() {
  const requests = useQuery(erasureRequestsQuery());
  const [anonymizing, setAnonymizing] = useState<string | null>(null);
  const [answering, setAnswering] = usePersistedDialog<Answer>('supresion');
  const begin = (kind: TaskKind, request: ErasureRequest) => {
    if (kind === 'anonymize') setAnonymizing(request.customer_id);
    else setAnswering({ extend: kind === 'extend', request });
  };
  const actions: Column<ErasureRequest> = {
    id: 'actions',
    header: texts.actions,
    kind: 'actions',
    width: 18,
    cell: (request) => request.state === 'open' && <RowActions request={request} onTask={begin} />,
  };
  return (
    <Card title={texts.title}>
      <DataTable
        label={texts.title}
        columns={[...FACTS, actions]}
        query={requests}
        rows={requests.data}
        rowKey={(request) => request.id}
        loadFailed={failureText(requests.error, texts.failed)}
        skeleton={{ rows: 2, label: commonTexts.loading }}
        empty={{ title: texts.none }}
      />
      {anonymizing && (
        <AnonymizeDialog clue={{ by: 'account', value: anonymizing }} onClose={() => setAnonymizing(null)} />
      )}
      {answering && <AnswerDialog {...answering} onClose={() => setAnswering(null)} />}
    </Card>
  );
}

interface RowActionsProps {
  request: ErasureRequest;
  onTask: (kind: TaskKind, request: ErasureRequest) => void;
}

function RowActions({ request, onTask }: RowActionsProps) {
  const action = (kind: TaskKind, label: string) => (
    <Button
      size="sm"
      variant={kind === 'anonymize' ? 'secondary' : 'ghost'}
      aria-label={texts.of(label, whoOf(request))}
      onClick={() => onTask(kind, request)}
    >
      {label}
    </Button>
  );
  return (
    <div className={styles.actions}>
      {action('anonymize', texts.anonymize)}
      {!request.extended_at && action('extend', texts.extend)}
      {action('refuse', texts.refuse)}
    </div>
  );
}
