import { useState } from 'react';
import { toastFailure } from '@taller/shared/orders/failure-text.ts';
import {
  LOOKUP_ANSWERS,
  useNoteLookupMutation,
  type LookupAnswer,
} from '@taller/shared/orders/passport/note-lookup-mutation.ts';
import type { Passport } from '@taller/shared/orders/passport/passport-query.ts';
import { toast } from '@taller/shared/runtime';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import styles from './passport.module.css';
import { passportTexts as texts } from './texts.ts';

const TONES = { clear: 'success', listed: 'danger', unknown: 'neutral' } as const;

/** Whether the device was looked up as stolen: the answers, and noting another (REC-113). */
export function DeviceLookups({ imei, lookups }: { imei: string; lookups: Passport['lookups'] }) {
  const [answer, setAnswer] = useState<LookupAnswer | ''>('');
  const [note, setNote] = useState('');
  const { mutate, isPending } = useNoteLookupMutation();
  const save = () =>
    answer !== '' &&
    mutate(
      { imei, answer, note },
      {
        onSuccess: () => {
          toast.success(texts.noted);
          setAnswer('');
          setNote('');
        },
        onError: (error) => toastFailure(texts.noteFailed, error),
      },
    );
  return (
    <Card title={texts.lookups}>
      {lookups.length === 0 && <p className={styles.muted}>{texts.noLookups}</p>}
      <ul className={styles.list}>
        {lookups.map(({ id, answer: said, note: where, made_at, made_by }) => (
          <li key={id}>
            <Badge tone={TONES[said]}>{texts.answers[said]}</Badge> {where}
            <p className={styles.muted}>{texts.looked(formatDateTime(made_at), made_by ?? texts.someone)}</p>
          </li>
        ))}
      </ul>
      <div className={styles.fields}>
        <Select
          label={texts.answer}
          placeholder={texts.choose}
          value={answer}
          options={LOOKUP_ANSWERS.map((value) => ({ value, label: texts.answers[value] }))}
          onChange={({ target }) => setAnswer(target.value as LookupAnswer | '')}
        />
        <TextField
          label={texts.where}
          optional
          value={note}
          maxLength={300}
          onChange={({ target }) => setNote(target.value)}
        />
        <Button disabled={answer === '' || isPending} onClick={save}>
          {texts.note}
        </Button>
      </div>
    </Card>
  );
}
