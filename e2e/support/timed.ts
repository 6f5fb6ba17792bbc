import { test } from '@playwright/test';

/** What the tests spend their time on, besides what they are about; the reporter of timings adds it up. */
export type Cost = 'server' | 'sign-in' | 'axe';

/** Does some work as a step of the test that `npm test -- --timings` counts under that name. */
export const timed = <T>(cost: Cost, work: () => Promise<T>): Promise<T> => test.step(cost, work);
