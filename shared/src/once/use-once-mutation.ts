import { useEffect, useState } from 'react';
import { useMutation, type UseMutationOptions, type UseMutationResult } from '@taller/shared/query';
import { getSession } from '@taller/shared/runtime';
import { OpenRequest, type RequestFacts } from './open-request.ts';

interface OnceOptions<R, V, C> extends Omit<UseMutationOptions<R, Error, V, C>, 'mutationFn'> {
  /** Names the change; no other one has this name. */
  name: string;
  mutationFn: (variables: V, request: RequestFacts<V>) => Promise<R>;
}

/**
 * A mutation that happens once, however often its button is pressed until there is an answer. Every change that is not
 * the same when it is made twice is one of these. Call it in the component that is the form: its id goes with it.
 */
export function useOnceMutation<R, V, C = unknown>({
  name,
  mutationFn,
  ...options
}: OnceOptions<R, V, C>): UseMutationResult<R, Error, V, C> {
  const [request] = useState(() => new OpenRequest<V>(name));
  useEffect(
    () => () => {
      // A session that runs out takes the form away; its owner comes back to what was typed, and to its id.
      if (getSession().status !== 'signed-out') request.end();
    },
    [request],
  );
  const mutation = useMutation<R, Error, V, C>({
    ...options,
    mutationFn: (variables) => request.send(variables, (facts) => mutationFn(variables, facts)),
  });
  return {
    ...mutation,
    reset: () => {
      request.end();
      mutation.reset();
    },
  };
}
