import { dataErrorCode, hasWaitedLong } from '#src/data-access/data-error.ts';

/**
 * Repeats a failed read twice, but not one of something that is not there: it will not be there in a second either. A
 * request that has taken long already is not retried either: the user is told first, and has 'Reintentar'.
 */
export const retryUnlessMissing = (failures: number, error: unknown): boolean =>
  failures < 2 && dataErrorCode(error) !== 'not-found' && !hasWaitedLong(error);
