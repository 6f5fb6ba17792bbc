// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { paths } from '@taller/shared/contract/paths.ts';
import { DataError } from '@taller/shared/data-access/data-error.ts';
import { publicOrderStatusQuery } from '@taller/shared/orders/public-status/public-order-status-query.ts';
import { orderStatusTexts } from '@taller/shared/orders/public-status/status-texts.ts';
import { CUSTOMER_STATUS_TEXTS } from '@taller/shared/orders/status/customer-texts.ts';
import { PUBLIC_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { waitSentence } from '@taller/shared/orders/waits/wait-sentence.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { OrderStatusView } from './order-status.tsx';

test('PUB-03 an order shows its number and status, and visitors who are not signed in are offered an account', () => {
  renderScreen(<OrderStatusView orderNumber={6342} />, {
    answers: [answer(publicOrderStatusQuery(6342), { order_number: 6342, status: 'completed', wait: null })],
  });
  expect(screen.getByText(PUBLIC_STATUS_LABELS.completed)).toBeDefined();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('006342');
  const register = screen.getByRole('link', { name: orderStatusTexts.account.register });
  expect(register.getAttribute('href')).toBe(paths.register.getHref());
});

test('TIME-07 an order that waits says what for, until about when', () => {
  const wait = 'Esperando un repuesto, llega cerca del 3 de diciembre';
  renderScreen(<OrderStatusView orderNumber={6342} />, {
    answers: [answer(publicOrderStatusQuery(6342), { order_number: 6342, status: 'approved', wait })],
  });
  expect(screen.getByText(wait)).toBeDefined();
  expect(screen.queryByText(CUSTOMER_STATUS_TEXTS.approved.meaning)).toBeNull();
});

test('TIME-22 an order that is promised says until when', () => {
  const order = { order_number: 6342, status: 'approved' as const, promised_at: '2046-12-06T20:00:00Z' };
  renderScreen(<OrderStatusView orderNumber={6342} />, {
    answers: [answer(publicOrderStatusQuery(6342), order)],
  });
  expect(screen.getByText('Comprometida para el jueves 6 de diciembre de 2046 a las 17:00')).toBeDefined();
});

test('TIME-22 a promise that has passed is said to be late; the day of a wait counts instead', () => {
  const order = { order_number: 6342, status: 'approved' as const, promised_at: '2020-01-02T15:00:00Z' };
  const until = 'Estaba comprometida para el jueves 2 de enero de 2020 a las 12:00.';
  const { unmount } = renderScreen(<OrderStatusView orderNumber={6342} />, {
    answers: [answer(publicOrderStatusQuery(6342), { ...order, wait: 'Esperando tu respuesta' })],
  });
  expect(screen.getByText(`${until} Está atrasada: te avisaremos apenas esté lista.`)).toBeDefined();
  unmount();
  const wait = waitSentence('Esperando un repuesto', 'part', '2046-12-03', '2046-11-27');
  renderScreen(<OrderStatusView orderNumber={6342} />, {
    answers: [answer(publicOrderStatusQuery(6342), { ...order, wait })],
  });
  expect(screen.getByText(wait)).toBeDefined();
  expect(
    screen.getByText(`${until} Ahora cuenta la fecha de la espera: te avisaremos apenas esté lista.`),
  ).toBeDefined();
});

test('PUB-21 a number without an order is asked for once, and can be corrected where it stands', async () => {
  let asked = 0;
  renderScreen(<OrderStatusView orderNumber={99} />, {
    answers: [
      answer(publicOrderStatusQuery(99), () => {
        asked += 1;
        throw new DataError('not-found', 'There is no order 99');
      }),
    ],
  });
  expect(await screen.findByText(orderStatusTexts.missing)).toBeDefined();
  expect(screen.getByDisplayValue('000099')).toBeDefined();
  expect(asked).toBe(1);
});

test.each([
  ['offline', /Revisa tu internet/],
  ['server', /^El servidor tuvo una falla: intenta de nuevo en unos minutos\.$/],
] as const)('PUB-03 a failure is blamed on the connection only if it is one: %s', async (code, told) => {
  renderScreen(<OrderStatusView orderNumber={6342} />, {
    answers: [
      answer(publicOrderStatusQuery(6342), () => {
        throw new DataError(code, 'failed');
      }),
    ],
  });
  expect(await screen.findByText(orderStatusTexts.failed)).toBeDefined();
  expect(screen.getByText(told)).toBeDefined();
});
