import { useState } from 'react';
import type { AuthOutcome } from '@taller/shared/runtime';
import { describeRefusal, describeUnexpected, type AuthFailure } from './auth-failure.ts';

/**
 * Runs a call to the authentication server and stores its error until the next submit.
 * @param texts sentences of this form for a code, in place of the general ones.
 */
export function useAuthCall(texts?: Readonly<Record<string, string>>) {
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  /** @returns whether it succeeded. */
  const run = async (call: () => Promise<AuthOutcome>): Promise<boolean> => {
    setFailure(null);
    try {
      const outcome = await call();
      if (!outcome.ok) setFailure(describeRefusal(outcome, texts));
      return outcome.ok;
    } catch (cause) {
      setFailure(describeUnexpected(cause));
      return false;
    }
  };
  return { failure, run };
}
