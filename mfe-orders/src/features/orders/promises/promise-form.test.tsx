// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { templatesQuery } from '@taller/shared/messages/templates-query.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { Dialog } from '@taller/shared/ui/dialog.tsx';
import { expect, test, vi } from 'vitest';
import { PromiseForm } from './promise-form.tsx';

const mutate = vi.hoisted(() => vi.fn());
vi.mock('@taller/shared/orders/promises/promise-mutations.ts', () => ({
  useSetPromiseMutation: () => ({ mutate, isPending: false, error: null }),
}));

const ORDER = { id: 'o7', order_number: 7, version: 1, status: 'pending', promised_at: null } as Order;

test('TIME-20 a date that has passed is asked about before it is saved, and another one again', async () => {
  renderScreen(
    <Dialog open title="Comprometer una fecha" onOpenChange={() => undefined}>
      <PromiseForm order={ORDER} onDone={() => undefined} />
    </Dialog>,
    {
      role: 'receptionist',
      answers: [answer(templatesQuery(7, 0), { order_number: 7, templates: [] })],
    },
  );
  const field = await screen.findByLabelText('Comprometida para');
  const save = screen.getByRole('button', { name: 'Comprometer' });
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  const sure = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Sí, comprometer esa fecha/ });
  type('02-01-2020 17:00');
  expect(await screen.findByText('Esa fecha ya pasó.')).toBeDefined();
  fireEvent.click(save);
  expect(await screen.findByText('Confirma la fecha o elige otra.')).toBeDefined();
  fireEvent.click(sure());
  type('03-01-2020 17:00');
  await waitFor(() => expect(sure().checked).toBe(false));
  fireEvent.click(save);
  expect(await screen.findByText('Confirma la fecha o elige otra.')).toBeDefined();
  expect(mutate).not.toHaveBeenCalled();
  fireEvent.click(sure());
  fireEvent.click(save);
  await waitFor(() => expect(mutate).toHaveBeenCalledOnce());
  expect(mutate.mock.calls[0]?.[0]).toMatchObject({ promisedAt: '2020-01-03T20:00:00.000Z' });
});
