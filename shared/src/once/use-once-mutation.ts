import { useEffect, useState } from 'react';
import { useMutation, type UseMutationOptions, type UseMutationResult } from '@taller/shared/query';
import { getSession } from '@taller/shared/runtime';
import { OpenRequest, type RequestFacts } from './open-request.ts';

interface OnceOptions<R, V, C> extends Omit<UseMutationOptions<R, Error, V, C>, 'mutationFn'> {
  /** Unique name of the mutation. */
  name: string;
  mutationFn: (variables: V, request: RequestFacts<V>) => Promise<R>;
}

/**
 * An idempotent mutation: it is processed once, however often it is submitted until there is a response. Used for every
 * mutation that is not naturally idempotent. Call it in the form's component, which determines the key's lifetime.
 */
export function useOnceMutation<R, V, C = unknown>({
  name,
  mutationFn,
  ...options
}: OnceOptions<R, V, C>): UseMutationResult<R, Error, V, C> {
  const [request] = useState(() => new OpenRequest<V>(name));
  useEffect(
    () => () => {
      // An expired session unmounts the form; its owner returns to the draft and to its id.
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
