import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { promiseSuggestionQuery } from '@taller/shared/orders/promises/promise-suggestion-query.ts';
import { formatPromise } from '@taller/shared/orders/promises/promise-words.ts';
import { useQuery } from '@taller/shared/query';
import { Button } from '@taller/shared/ui/button.tsx';
import { FormDateField } from '@taller/shared/ui/form-date-field.tsx';
import { toLocalInput } from '@taller/shared/values/dates.ts';
import type { OrderFormControls } from '../form/order-form-values.ts';
import { useNow } from '../shared/use-minute.ts';
import { useAltKeys } from '../warranty/use-alt-keys.ts';
import { DoubtCheck } from './doubt-check.tsx';
import styles from './promise-field.module.css';
import { promiseTexts as texts } from './texts.ts';
import type { DoubtAnswer } from './use-doubt-answer.ts';

const SETTLED_MS = 400;

/** The device as the form describes it, once typing has paused. */
function useSettledClues({ control }: OrderFormControls) {
  const [type, brand, problem] = useWatch({ control, name: ['equipmentType', 'brand', 'description'] });
  const [clues, setClues] = useState({ type, brand: brand.trim(), problem: problem.trim().slice(0, 300) });
  useEffect(() => {
    const timer = setTimeout(
      () => setClues({ type, brand: brand.trim(), problem: problem.trim().slice(0, 300) }),
      SETTLED_MS,
    );
    return () => clearTimeout(timer);
  }, [type, brand, problem]);
  return clues;
}

/** The promised date of a new order, with the date that the shop's own repairs suggest (TIME-20, TIME-26). */
export function PromiseField({ form, doubt }: { form: OrderFormControls; doubt: DoubtAnswer }) {
  const element = useRef<HTMLDivElement>(null);
  const now = useNow();
  const clues = useSettledClues(form);
  const promised = useWatch({ control: form.control, name: 'promised_at' }) ?? '';
  const { data } = useQuery({
    ...promiseSuggestionQuery(clues),
    enabled: clues.problem !== '',
    placeholderData: (before) => before,
  });
  const suggestion = clues.problem === '' ? null : data;
  const use = () => {
    if (suggestion)
      form.setValue('promised_at', toLocalInput(suggestion.promised_at), {
        shouldDirty: true,
        shouldValidate: form.formState.isSubmitted,
      });
  };
  useAltKeys(element, suggestion ? { F: use } : {});
  const isTaken =
    suggestion !== null && suggestion !== undefined && promised === toLocalInput(suggestion.promised_at);
  return (
    <div ref={element} className={styles.field}>
      <FormDateField
        control={form.control}
        name="promised_at"
        type="datetime-local"
        label={texts.field}
        hint={texts.fieldHint}
        keepsWrong
        optional
      />
      <DoubtCheck promised={promised} answer={doubt} />
      {suggestion && (
        <div className={styles.suggestion} role="status">
          <p>
            {isTaken ? texts.taken : texts.suggested(formatPromise(suggestion.promised_at, now))},{' '}
            {texts.similar(suggestion.similar, suggestion.circle)}
          </p>
          {!isTaken && (
            <Button size="sm" aria-keyshortcuts="Alt+F" onClick={use}>
              {texts.use}{' '}
              <kbd className={styles.key} aria-hidden="true">
                Alt F
              </kbd>
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
