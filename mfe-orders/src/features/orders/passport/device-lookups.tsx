import { useForm, useWatch } from 'react-hook-form';
import { Form } from '@taller/shared/forms/form.tsx';
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
  const form = useForm<{ answer: LookupAnswer | ''; note: string }>({
    defaultValues: { answer: '', note: '' },
  });
  const said = useWatch({ control: form.control, name: 'answer' });
  const { mutate, isPending } = useNoteLookupMutation();
  const save = form.handleSubmit(({ answer, note }) => {
    if (answer === '') return;
    mutate(
      { imei, answer, note },
      {
        onSuccess: () => {
          toast.success(texts.noted);
          form.reset();
        },
        onError: (error) => toastFailure(texts.noteFailed, error),
      },
    );
  });
  return (
    <Card title={texts.lookups}>
      {lookups.length === 0 && <p className={styles.muted}>{texts.noLookups}</p>}
      <ul className={styles.list}>
        {lookups.map(({ id, answer, note, made_at, made_by }) => (
          <li key={id}>
            <Badge tone={TONES[answer]}>{texts.answers[answer]}</Badge> {note}
            <p className={styles.muted}>{texts.looked(formatDateTime(made_at), made_by ?? texts.someone)}</p>
          </li>
        ))}
      </ul>
      <Form form={form} draft={`consulta.${imei}`} onSubmit={save}>
        <div className={styles.fields}>
          <Select
            {...form.register('answer')}
            label={texts.answer}
            placeholder={texts.choose}
            options={LOOKUP_ANSWERS.map((value) => ({ value, label: texts.answers[value] }))}
          />
          <TextField {...form.register('note')} label={texts.where} optional maxLength={300} />
          <Button type="submit" disabled={said === ''} loading={isPending}>
            {texts.note}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
