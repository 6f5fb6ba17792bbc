// @vitest-environment jsdom
import { DataError } from '@taller/shared/data-access/data-error.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import type { OrderSignature } from '@taller/shared/orders/signatures/signature.ts';
import { orderSignaturesQuery } from '@taller/shared/orders/signatures/signature-queries.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MissingSignature } from './missing-signature.tsx';
import { OfferedSignature } from './offered-signature.tsx';
import { SignaturesCard } from './signatures-card.tsx';

const ORDER = '6f1c2b3a-0d4e-4a5b-8c6d-7e8f90a1b2c3';
const SIGNATURE: OrderSignature = {
  id: 'a',
  moment: 'reception',
  signed_at: '2026-11-27T15:00:00Z',
  signer_name: 'Rosa Soto',
  strokes: [[0, 0, 500, 200]],
  is_drawn: true,
  by_link: true,
  is_current: true,
};

interface Shown {
  status?: Order['status'];
  signatures?: OrderSignature[] | (() => never);
  required?: boolean;
}

const answersOf = ({ signatures = [], required = false }: Shown) => [
  answer(orderSignaturesQuery(ORDER), signatures),
  answer(deskSettingsQuery(), {
    ...FIRST_VALUES.desk,
    signatures: { reception: required, delivery: required },
  }),
];
const show = (shown: Shown) =>
  renderScreen(<SignaturesCard order={{ id: ORDER, status: shown.status ?? 'pending' } as Order} />, {
    role: 'receptionist',
    answers: answersOf(shown),
  });
const buttons = () => screen.queryAllByRole('button', { name: 'Firmar aquí' });

test('REC-78 a signature that counts is shown with who gave it and how, and no other is asked for', async () => {
  show({ signatures: [SIGNATURE] });
  expect(await screen.findByRole('img', { name: 'Firma de Rosa Soto' })).toBeDefined();
  expect(screen.getByText(/En el teléfono del cliente/)).toBeDefined();
  expect(buttons()).toHaveLength(0);
  expect(screen.queryByRole('heading', { name: 'Entrega' })).toBeNull();
});

test('REC-78 of an order that changed since, another one is asked for; so is what the shop requires', async () => {
  show({ status: 'completed', signatures: [{ ...SIGNATURE, is_current: false }], required: true });
  expect(await screen.findByText('La orden cambió después de esta firma.')).toBeDefined();
  expect(buttons()).toHaveLength(2);
  expect(screen.getAllByText('Exigida')).toHaveLength(2);
  const delivery = screen.getByRole('heading', { name: /Entrega/ }).closest('section');
  expect(within(delivery ?? document.body).getByText('Sin firma.')).toBeDefined();
});

test('REC-78 of a delivered or cancelled order no reception is signed, and an erased name says so', async () => {
  const erased = { ...SIGNATURE, signer_name: null, strokes: null };
  show({ status: 'delivered', signatures: [{ ...erased, is_current: false }] });
  expect(await screen.findByText('Los datos de quien firmó se borraron.')).toBeDefined();
  expect(buttons()).toHaveLength(0);
});

test('REC-78 signatures that cannot be read say so, and can be asked for again', async () => {
  show({
    signatures: () => {
      throw new DataError('server', 'no');
    },
  });
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeDefined();
});

test('REC-75 a delivery asks for a signature only where the shop requires it and there is none', async () => {
  const ask = (shown: Shown) =>
    renderScreen(<MissingSignature orderIds={[ORDER]} />, {
      role: 'technician',
      answers: answersOf(shown),
    });
  ask({ required: true });
  expect(await screen.findByText(/Falta la firma de quien retira/)).toBeDefined();
  expect(buttons()).toHaveLength(1);
});

const offer = (shown: Shown) =>
  renderScreen(<OfferedSignature orderIds={[ORDER]} />, {
    role: 'receptionist',
    answers: answersOf(shown),
  });

test('REC-139 a delivery offers a signature where the shop requires none, and says that it is there', async () => {
  const { unmount } = offer({ signatures: [SIGNATURE] });
  expect(await screen.findByText('Firma de quien retira (opcional)')).toBeDefined();
  await expect.poll(buttons).toHaveLength(1);
  unmount();
  offer({ signatures: [{ ...SIGNATURE, moment: 'delivery' }] });
  expect(await screen.findByText('Quien retira ya firmó.')).toBeDefined();
  expect(buttons()).toHaveLength(0);
});

test('REC-139 a delivery offers no signature that the shop requires: it asks for it', async () => {
  offer({ required: true });
  expect(screen.queryByText('Firma de quien retira (opcional)')).toBeNull();
  expect(buttons()).toHaveLength(0);
});
