import { expect, test } from 'vitest';
import { CUSTOMER_STATUS_TEXTS, customerTexts } from './customer-texts.ts';

test('TIME-07 a wait takes the place of what the status means, and leaves what comes next', () => {
  const told = customerTexts('in_progress', false, 'Esperando un repuesto');
  expect(told).toEqual({
    meaning: 'Esperando un repuesto',
    next: CUSTOMER_STATUS_TEXTS.in_progress.next,
    portal: 'Esperando un repuesto. Te avisaremos por WhatsApp cuando haya novedades.',
  });
  expect(customerTexts('in_progress', false, null)).toEqual(CUSTOMER_STATUS_TEXTS.in_progress);
});
