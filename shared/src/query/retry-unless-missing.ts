import { dataErrorCode } from '#src/data-access/data-error.ts';

/** Repeats a failed read twice, but not one of something that is not there: it will not be there in a second either. */
export const retryUnlessMissing = (failures: number, error: unknown): boolean =>
  failures < 2 && dataErrorCode(error) !== 'not-found';
