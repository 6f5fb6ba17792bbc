// @vitest-environment jsdom
import { paths } from '@taller/shared/contract/paths.ts';
import { DataError } from '@taller/shared/data-access/data-error.ts';
import type { LinkSigning } from '@taller/shared/orders/signatures/signature.ts';
import { linkSigningQuery } from '@taller/shared/orders/signatures/signature-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SigningPage } from './signing-page.tsx';

const OPEN: LinkSigning = {
  state: 'open',
  moment: 'reception',
  digest: 'a',
  terms: ['Se guarda un año.'],
  orders: [
    {
      number: 6420,
      customer: { name: 'Rosa Soto', rut: '12345678-5', phone: '+56912345678' },
      type: 'smartphone',
      brand: 'Samsung',
      model: 'Galaxy A54',
      imei: null,
      condition: 'Vidrio trizado',
      problem: 'No carga',
      points: [
        { label: 'Pantalla', result: 'works' },
        { label: 'Señal', result: 'fails' },
      ],
      accessories: ['Funda', 'Cargador'],
      photos: ['0', '1'],
    },
  ],
};
const open = (found: LinkSigning | (() => never)) =>
  renderScreen(<SigningPage />, {
    path: paths.signing.getHref('abc'),
    pattern: paths.signing.path,
    answers: [answer(linkSigningQuery('abc'), found)],
  });

test('REC-81 another name or phone of an order of the visit is shown with its device', async () => {
  const [first] = OPEN.orders;
  if (!first) throw new Error('no order');
  const customer = { ...first.customer, name: 'Rosa Soto Vera', phone: '+56987654321' };
  open({ ...OPEN, orders: [first, { ...first, number: 6421, customer }] });
  expect(await screen.findByText('Rosa Soto Vera')).toBeDefined();
  expect(screen.getAllByText(/^\+56 9/).map(({ textContent }) => textContent)).toEqual([
    '+56 9 1234 5678',
    '+56 9 8765 4321',
  ]);
});

test('REC-73 the page of a link shows all that is signed, the terms, and asks for name and signature', async () => {
  open(OPEN);
  expect(await screen.findByRole('heading', { level: 1, name: 'Firma la recepción' })).toBeDefined();
  for (const words of [
    'Rosa Soto',
    '12.345.678-5',
    'Celular Samsung Galaxy A54',
    'Vidrio trizado',
    'No carga',
    'Pantalla',
    'Señal',
    'Funda, Cargador',
    'Se guarda un año.',
  ])
    expect(screen.getByText(words)).toBeDefined();
  fireEvent.change(screen.getByLabelText('Nombre de quien firma'), { target: { value: ' a ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Firmar' }));
  expect(await screen.findByText('Escribe el nombre de quien firma.')).toBeDefined();
  expect(screen.getByText('Dibuja la firma, o firma con el nombre escrito.')).toBeDefined();
});

test.each([
  ['used', 'Este enlace ya se usó'],
  ['signed', 'Ya está firmado'],
  ['expired', 'Este enlace venció'],
  ['unknown', 'Este enlace no sirve'],
] as const)('REC-73 a link that is %s says so in words', async (state, words) => {
  open({ state });
  expect(await screen.findByRole('heading', { level: 1, name: words })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Firmar' })).toBeNull();
});

test('REC-73 what cannot be read can be asked for again', async () => {
  open(() => {
    throw new DataError('server', 'no');
  });
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeDefined();
});
