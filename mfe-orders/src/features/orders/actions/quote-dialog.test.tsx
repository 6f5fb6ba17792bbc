// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { Dialog } from '@taller/shared/ui/dialog.tsx';
import { expect, test } from 'vitest';
import { QuoteForm } from './quote-dialog.tsx';

const ORDER = {
  id: 'o7',
  version: 1,
  status: 'pending',
  total_amount: 0,
  technical_work: '',
  quote_lines: [] as Order['quote_lines'],
} as Order;

test('ORD-08 an invalid amount disables sending and says why', async () => {
  renderScreen(
    <Dialog open title="Presupuesto" onOpenChange={() => undefined}>
      <QuoteForm order={ORDER} onDone={() => undefined} />
    </Dialog>,
    {
      role: 'receptionist',
      answers: [answer(deskSettingsQuery(), () => new Promise(() => undefined))],
    },
  );
  const amount = await screen.findByLabelText('Monto del presupuesto');
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar presupuesto' });
  for (const value of ['', 'mil', '-5', '10,5']) {
    fireEvent.change(amount, { target: { value } });
    expect(await screen.findByText('Por favor, ingrese un monto válido para el presupuesto.')).toBeDefined();
    expect(send.disabled).toBe(true);
    fireEvent.change(amount, { target: { value: '0' } });
    await expect.poll(() => send.disabled).toBe(false);
  }
});
