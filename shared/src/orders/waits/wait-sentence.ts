import { formatDayInSentence } from '#src/values/dates.ts';

/** Verbs by reason; the customer's own answer has no day. */
const COMES: Readonly<Record<string, string>> = { part: ', llega', lab: ', vuelve' };

/**
 * The sentence about a wait that customers read, 'Esperando un repuesto, llega cerca del 3 de diciembre', without a day
 * that has passed. Days as `yyyy-mm-dd`, '' for none. The database has the same words (`private.wait_sentence`), which
 * supabase/test/wait-messages.test.ts compares.
 */
export function waitSentence(text: string, reason: string, expectedOn: string, today: string): string {
  if (expectedOn === '' || expectedOn < today || reason === 'customer') return text;
  return `${text}${COMES[reason] ?? ', hasta'} cerca del ${formatDayInSentence(expectedOn, today)}`;
}

/** Whether a {@link waitSentence} says until when. */
export const saysDay = (sentence: string): boolean =>
  /, \w+ cerca del \d{1,2} de \p{L}+(?: de \d{4})?$/u.test(sentence);
