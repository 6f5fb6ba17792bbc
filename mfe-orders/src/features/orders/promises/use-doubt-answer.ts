import { useState } from 'react';
import { readFacts } from '@taller/shared/runtime';
import { promiseDoubt } from './promise-doubt.ts';

/** The answer to the warning about an unusual promised time. */
export interface DoubtAnswer {
  /** The moment that is promised anyway, as its field has it; another one is asked about again. */
  sureOf: string | null;
  /** It was to be saved without an answer. */
  isAsked: boolean;
  setSureOf: (promised: string | null) => void;
  /** Whether a moment can be saved: if it is unusual, only after an answer. */
  accepts: (promised: string) => boolean;
}

/** Hook: asks before an unusual moment is promised (TIME-20). */
export function useDoubtAnswer(): DoubtAnswer {
  const [sureOf, setSureOf] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const accepts = (promised: string) => {
    const isFine = promised === sureOf || promiseDoubt(promised, readFacts().hours, new Date()) === null;
    setAsked(!isFine);
    return isFine;
  };
  return { sureOf, isAsked, setSureOf, accepts };
}
