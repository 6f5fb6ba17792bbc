import { useState } from 'react';
import { pinStatusQuery } from '@taller/shared/reports/earnings-queries.ts';
import type { PinRefusal } from '@taller/shared/reports/try-pin.ts';
import { useQuery } from '@taller/shared/query';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { earningsTexts } from '#src/features/earnings/texts.ts';
import { formatCountdown } from './format-countdown.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/**
 * The PIN of the earnings. Once accepted it is kept in memory, so that more can be requested with it; hiding clears it.
 * @param isAsked whether it can be entered now: before, its status is not requested.
 */
export function usePin(isAsked: boolean) {
  const status = useQuery({ ...pinStatusQuery(), enabled: isAsked });
  const lockedUntil = status.data?.lockedUntil ?? 0;
  const [pin, setPin] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [lock, setLock] = useState(0);
  const left = useSecondsLeft(Math.max(lock, lockedUntil));

  /** Takes the PIN out of memory: it is not accepted any more, and using it again would only lock this user. */
  const refuse = (answer: PinRefusal) => {
    setPin(null);
    setLock(answer.lockedUntil);
    setProblem(answer.outcome === 'wrong' ? earningsTexts.wrong : null);
  };

  const hide = () => {
    setPin(null);
    setProblem(null);
  };

  /** Tries a PIN by a first request, whose accepted answer is given to `onAccepted`. */
  const unlock = async <Answer extends { outcome: 'ok' }>(
    entered: string,
    ask: (pin: string) => Promise<Answer | PinRefusal>,
    onAccepted: (answer: Answer) => void,
  ) => {
    setBusy(true);
    try {
      const answer = await ask(entered);
      if (answer.outcome === 'ok') {
        onAccepted(answer);
        setPin(entered);
        setProblem(null);
      } else refuse(answer);
    } catch (error) {
      console.error(error);
      setProblem(withRequestCode(earningsTexts.failed, error));
    }
    setBusy(false);
  };

  return {
    /** Whether a PIN is set; undefined while that is loading. */
    isSet: status.data?.set,
    lockedUntil,
    /** Null while hidden. */
    pin,
    busy,
    hide,
    refuse,
    unlock,
    locked: left > 0,
    error: left > 0 ? earningsTexts.locked(formatCountdown(left)) : problem,
  };
}
