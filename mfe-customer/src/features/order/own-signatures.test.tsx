// @vitest-environment jsdom
import { DataError } from '@taller/shared/data-access/data-error.ts';
import { paperCodeQuery } from '@taller/shared/orders/records/paper-queries.ts';
import type { OrderSignature } from '@taller/shared/orders/signatures/signature.ts';
import { orderSignaturesQuery } from '@taller/shared/orders/signatures/signature-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OwnSignatures } from './own-signatures.tsx';

const ORDER = '6f1c2b3a-0d4e-4a5b-8c6d-7e8f90a1b2c3';
const SIGNATURE: OrderSignature = {
  id: 'a',
  moment: 'reception',
  signed_at: '2026-11-27T15:00:00Z',
  signer_name: 'Rosa Soto',
  strokes: null,
  is_drawn: false,
  by_link: false,
  is_current: true,
};
const open = (signatures: OrderSignature[] | (() => never), code: string | null) =>
  renderScreen(<OwnSignatures orderId={ORDER} />, {
    role: 'customer',
    answers: [answer(orderSignaturesQuery(ORDER), signatures), answer(paperCodeQuery(ORDER), code)],
  });

test('REC-70 REC-68 a customer sees who signed and when, of each moment the newest, and opens the check of the slip', async () => {
  const older = { ...SIGNATURE, id: 'b', signer_name: 'Otra Persona' };
  open([{ ...SIGNATURE, id: 'c', moment: 'delivery', signer_name: 'Luis Soto' }, SIGNATURE, older], '7-ab');
  expect(await screen.findByText('Luis Soto')).toBeDefined();
  expect(screen.getByText('Rosa Soto')).toBeDefined();
  expect(screen.getAllByText(/^27-11-2026/)).toHaveLength(2);
  expect(screen.queryByText('Otra Persona')).toBeNull();
  const link = await screen.findByRole('link', { name: 'Comprobar el papel de la orden' });
  expect(link.getAttribute('href')).toBe('/verificar/7-ab');
});

test('REC-70 an order without signatures says nothing of them, and one without a record has no link', async () => {
  const { unmount } = open([], null);
  expect(screen.queryByText('Firmas')).toBeNull();
  unmount();
  open([SIGNATURE], null);
  expect(await screen.findByText('Rosa Soto')).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});

test('REC-70 signatures that cannot be read say so, and can be asked for again', async () => {
  open(() => {
    throw new DataError('server', 'no');
  }, null);
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeDefined();
});
