// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { orderChecklistsQuery } from '@taller/shared/orders/checklists/checklist-queries.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import type { OrderSignature } from '@taller/shared/orders/signatures/signature.ts';
import { orderSignaturesQuery } from '@taller/shared/orders/signatures/signature-queries.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { Dialog } from '@taller/shared/ui/dialog.tsx';
import { expect, test } from 'vitest';
import { HandBackForm } from './hand-back-form.tsx';

const ORDER = {
  id: 'o7',
  version: 1,
  customer_name: 'Rosa Lagos',
  total_amount: null,
  advance_payment: 0,
  final_payment: 0,
} as unknown as Order;

const SIGNATURE: OrderSignature = {
  id: 'a',
  moment: 'delivery',
  signed_at: '2026-11-27T15:00:00Z',
  signer_name: 'Rosa Lagos',
  strokes: null,
  is_drawn: false,
  by_link: false,
  is_current: true,
};

const show = (status: Order['status'], signatures: OrderSignature[]) =>
  renderScreen(
    <Dialog open title="Devolver" onOpenChange={() => undefined}>
      <HandBackForm order={{ ...ORDER, status }} onDone={() => undefined} />
    </Dialog>,
    {
      role: 'receptionist',
      answers: [
        answer(deskSettingsQuery(), {
          ...FIRST_VALUES.desk,
          signatures: { reception: false, delivery: true },
        }),
        answer(orderSignaturesQuery('o7'), signatures),
        answer(orderChecklistsQuery('o7'), {
          reception: { points: [], accessories: [{ id: 'a', label: 'Funda' }] },
          delivery: null,
        }),
      ],
    },
  );

test.each(['rejected', 'in_progress'] as const)(
  'REC-36 a %s device that goes back unrepaired is signed for in the form where the shop requires it',
  async (status) => {
    show(status, [{ ...SIGNATURE, is_current: false }]);
    expect(
      await screen.findByText('Falta la firma de quien retira. Sin ella no se puede entregar.'),
    ).toBeDefined();
    expect(screen.getByRole('button', { name: 'Firmar aquí' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Firmar en el teléfono del cliente' })).toBeDefined();
  },
);

test('REC-36 a device that was signed for asks for no other signature', async () => {
  show('rejected', [SIGNATURE]);
  expect(await screen.findByText(/Funda/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Firmar aquí' })).toBeNull();
});

test('PAY-08 a charge for the review asks how it was paid, and none asks for nothing', async () => {
  show('rejected', [SIGNATURE]);
  expect(screen.queryByRole('radio')).toBeNull();
  const charge = screen.getByRole('textbox', { name: 'Cobro por la revisión' });
  fireEvent.change(charge, { target: { value: '5000' } });
  expect(await screen.findByRole('radiogroup', { name: 'Cómo se paga el saldo de $5.000' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Devolver equipo' }));
  expect(await screen.findByText('Elige cómo se pagó, o que queda pendiente.')).toBeDefined();
});
