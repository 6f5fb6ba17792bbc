import { failureText as textOf } from '@taller/shared/data-access/failure-text.ts';
import { es } from './es.ts';

/** What failed, for a person: no answer and no permission read the same on every screen of this remote. */
export const failureText = (error: unknown, otherwise: string): string =>
  textOf(error, { offline: es.offline, forbidden: es.denied, otherwise });
