import { useConnection } from '@taller/shared/runtime';
import { isNoAnswer } from '#src/values/no-answer.ts';

/** Hook: whether the banner of the connection already says why something could not be read (UI-04). */
export function useOutageShown(error: unknown): boolean {
  const connection = useConnection();
  return (connection === 'lost' || connection === 'offline') && isNoAnswer(error);
}
