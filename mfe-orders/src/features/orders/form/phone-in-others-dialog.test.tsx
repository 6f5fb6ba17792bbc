// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { PhoneInOthersDialog } from './phone-in-others-dialog.tsx';

const open = (others: number) =>
  renderScreen(
    <PhoneInOthersDialog
      orderId="00000000-0000-4000-8000-000000000001"
      corrected={{ phone: '+56 9 8123 7654', others }}
      onClose={() => {}}
    />,
    { role: 'receptionist', answers: [] },
  );

test('ORD-125 the customer’s other orders with the old number are counted in the question', async () => {
  open(5);
  expect(await screen.findByText('¿Cambiar el teléfono también en sus otras 5 órdenes?')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Cambiar en las 5' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Solo en esta' })).toBeDefined();
});

test('ORD-125 of a single one the question speaks in the singular', async () => {
  open(1);
  expect(await screen.findByText('¿Cambiar el teléfono también en su otra orden?')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Cambiar también ahí' })).toBeDefined();
});
