// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { Dialog } from '@taller/shared/ui/dialog.tsx';
import { expect, test, vi } from 'vitest';
import { CorrectWarrantyForm } from './correct-warranty-form.tsx';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('@taller/shared/runtime', async (original) => ({
  ...(await original<object>()),
  supabase: async () => ({ rpc }),
}));

const ORDER = {
  id: 'o7',
  order_number: 7,
  version: 4,
  status: 'delivered',
  delivered_at: '2032-01-05T14:00:00Z',
  warranty_days: 30,
  parts_warranty_days: null,
} as unknown as Order;

test('WARR-18 a correction says until when its days run, asks why, and sends what was read', async () => {
  rpc.mockResolvedValue({ data: null, error: null });
  const done = vi.fn();
  renderScreen(
    <Dialog open title="Corregir" onOpenChange={() => undefined}>
      <CorrectWarrantyForm order={ORDER} onDone={done} />
    </Dialog>,
    { role: 'admin' },
  );
  expect(screen.getByText('Garantía hasta el 04-02-2032')).toBeDefined();
  fireEvent.change(screen.getByRole('textbox', { name: 'Días de garantía' }), { target: { value: '60' } });
  expect(screen.getByText('Garantía hasta el 05-03-2032')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Corregir' }));
  expect(await screen.findByText('Escribe por qué se corrige la garantía.')).toBeDefined();
  expect(rpc).not.toHaveBeenCalled();
  fireEvent.change(screen.getByRole('textbox', { name: /^Por qué se corrige/ }), {
    target: { value: 'Se tipeó mal' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Corregir' }));
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(rpc.mock.calls).toMatchObject([
    ['correct_warranty', { p_order_id: 'o7', p_version: 4, p_days: 60, p_reason: 'Se tipeó mal' }],
  ]);
});
