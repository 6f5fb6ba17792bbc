import { readFacts } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import { useNow } from '../shared/use-minute.ts';
import { promiseDoubt } from './promise-doubt.ts';
import { promiseTexts as texts } from './texts.ts';
import type { DoubtAnswer } from './use-doubt-answer.ts';

interface DoubtCheckProps {
  promised: string;
  answer: DoubtAnswer;
}

/** Asks whether an unusual moment is promised anyway; nothing for any other. */
export function DoubtCheck({ promised, answer }: DoubtCheckProps) {
  const doubt = promiseDoubt(promised, readFacts().hours, useNow());
  if (!doubt) return null;
  const isSure = answer.sureOf === promised;
  return (
    <Banner tone="warning" alert>
      <p>{doubt}</p>
      <Checkbox
        label={texts.anyway}
        checked={isSure}
        onChange={(event) => answer.setSureOf(event.target.checked ? promised : null)}
        error={answer.isAsked && !isSure ? texts.anywayRequired : undefined}
      />
    </Banner>
  );
}
