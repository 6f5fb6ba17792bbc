// @vitest-environment jsdom
import { useEffect, useEffectEvent } from 'react';
import { ownOrderQuery, type OwnOrder } from '@taller/shared/orders/own/own-orders-queries.ts';
import { publicOrderStatusQuery } from '@taller/shared/orders/public-status/public-order-status-query.ts';
import type { useDecideQuoteMutation } from '@taller/shared/orders/quote/quote-mutations.ts';
import { useMutation } from '@taller/shared/query';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { orderColumns } from '@taller/shared/testing/sample-order.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CustomerOrder } from './customer-order.tsx';
import { QuoteOutcome } from './quote-outcome.tsx';

const ID = '7f4a1b0e-0000-4000-8000-000000000001';

test('CUST-20 a rejected order says so by its status, and the sentence beside it what follows', async () => {
  const order = orderColumns({
    id: ID,
    order_number: 6420,
    created_at: '2026-11-20T15:00:00Z',
    status: 'rejected' as const,
    rejected_at: '2026-11-21T15:00:00Z',
    approved_at: null,
    second_phone: null,
    customer_address: null,
    imei: null,
    total_amount: 30_000,
    advance_payment: 0,
    final_payment: 0,
    decision_history: [],
  });
  renderScreen(<CustomerOrder orderId={ID} />, {
    role: 'customer',
    answers: [answer(ownOrderQuery(ID), order)],
  });
  expect(screen.getAllByText('Presupuesto Rechazado')).toHaveLength(1);
  expect(
    screen.getByText('No repararemos tu equipo. Puedes pasar a retirarlo, tal como llegó.'),
  ).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Rechazar' })).toBeNull();
});

/** The outcome of a rejection that arrived at the server. */
function Rejected() {
  const decide: ReturnType<typeof useDecideQuoteMutation> = useMutation({
    mutationFn: async () => undefined,
  });
  const reject = useEffectEvent(() =>
    decide.mutate({ orderId: ID, decision: 'rejected', quote: { total_amount: 30_000, version: 'v1' } }),
  );
  useEffect(() => reject(), []);
  return <QuoteOutcome decide={decide} status="rejected" />;
}

test('CUST-20 whoever rejects a quote reads that the answer arrived, not the status again', async () => {
  renderScreen(<Rejected />, { role: 'customer' });
  expect((await screen.findByRole('alert')).textContent).toBe('Registramos tu respuesta.');
});

const WAIT = 'Esperando un repuesto, llega cerca del 3 de diciembre';

const show = (status: string) =>
  renderScreen(<CustomerOrder orderId={ID} />, {
    role: 'customer',
    answers: [
      answer(ownOrderQuery(ID), {
        ...orderColumns({}),
        id: ID,
        order_number: 6342,
        status,
        created_at: '2026-11-20T15:00:00Z',
        final_payment: 0,
        decision_history: [],
      } as unknown as OwnOrder),
      answer(publicOrderStatusQuery(6342), { order_number: 6342, status: 'approved', wait: WAIT }),
    ],
  });

test('TIME-07 an own order that waits says what for, with the words of the public page', () => {
  show('approved');
  expect(screen.getByText(WAIT)).toBeDefined();
});

test('TIME-07 an own order that is done waits for nothing', () => {
  show('completed');
  expect(screen.queryByText(WAIT)).toBeNull();
});
