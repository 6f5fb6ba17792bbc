import { test } from '@playwright/test';

/** Overhead of tests, summed up by the timings reporter. */
export type Cost = 'server' | 'sign-in' | 'axe';

/** Runs some work as a test step that `npm test -- --timings` counts under that name. */
export const timed = <T>(cost: Cost, work: () => Promise<T>): Promise<T> => test.step(cost, work);
