import { statusFacts } from '@taller/shared/orders/status/order-status.ts';
import { expect, test } from 'vitest';
import { quoteTexts } from './texts.ts';

test('CUST-20 a rejected order says so by its status, and the sentence beside it does not repeat it', () => {
  expect(statusFacts('rejected').label).toBe('Presupuesto Rechazado');
  expect(quoteTexts.rejected).toBe('Registramos tu respuesta.');
});
