// @vitest-environment jsdom
import type { OrderSignature } from '@taller/shared/orders/signatures/signature.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CustomerSignature } from './customer-signature.tsx';
import { printTexts } from './texts.ts';

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

test('REC-79 the newest signature of each moment is printed with name and time; without one a line to sign on', () => {
  const older = { ...SIGNATURE, id: 'b', signer_name: 'Otra Persona' };
  const typed = { ...SIGNATURE, id: 'c', moment: 'delivery', strokes: null, is_drawn: false } as const;
  renderScreen(<CustomerSignature signatures={[typed, SIGNATURE, older]} />);
  expect(screen.getByRole('img', { name: 'Firma de Rosa Soto' })).toBeDefined();
  const caption = screen.getByText(/^Firma del cliente · Recepción · Rosa Soto/).parentElement;
  expect(caption?.textContent).toMatch(/Rosa Soto · 27-11-2026, \d\d:\d\d$/);
  expect(screen.getByText(/^Firma del cliente · Entrega · Rosa Soto/)).toBeDefined();
  expect(screen.queryByText(/Otra Persona/)).toBeNull();
});

test('REC-79 a signature whose person was taken out leaves the line', () => {
  renderScreen(<CustomerSignature signatures={[{ ...SIGNATURE, signer_name: null, strokes: null }]} />);
  expect(screen.getByText(printTexts.sheet.customerSignature)).toBeDefined();
});
