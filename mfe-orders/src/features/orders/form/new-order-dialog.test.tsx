// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { knownCustomerQuery } from '@taller/shared/orders/order-form-queries.ts';
import { techniciansQuery, staffNamesQuery } from '@taller/shared/people/staff-queries.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { NewOrderDialog } from './new-order-dialog.tsx';

async function openForm() {
  renderScreen(<NewOrderDialog onClose={() => undefined} />, {
    role: 'receptionist',
    answers: [
      answer(techniciansQuery(), [
        { id: 't1', full_name: 'Daniela Ñanculeo' },
        { id: 't2', full_name: 'Rodrigo Peña' },
      ]),
      answer(staffNamesQuery(), new Map()),
      answer(deskSettingsQuery(), () => new Promise(() => undefined)),
      // Asked once typing pauses.
      answer(knownCustomerQuery({ by: 'rut', value: '12345678-9' }), () => new Promise(() => undefined)),
    ],
  });
  return within(await screen.findByRole('dialog'));
}

test('ORD-03 required fields, the pattern of the RUT, amounts from 0; RUT and IMEI only warn about check digits', async () => {
  const form = await openForm();
  const type = (label: string | RegExp, value: string) =>
    fireEvent.change(form.getByLabelText(label), { target: { value } });
  type('Presupuesto', '');
  fireEvent.click(form.getByRole('button', { name: 'Crear orden' }));
  for (const message of [
    'El RUT es obligatorio.',
    'El teléfono es obligatorio.',
    'El nombre completo es obligatorio.',
    'La marca es obligatoria.',
    'El modelo es obligatorio.',
    'Describe el estado en que llega el equipo.',
    'Describe el problema.',
    'Describe el trabajo a realizar.',
    'Ingresa un presupuesto de $0 o más, sin decimales.',
  ])
    expect(await form.findByText(message)).toBeDefined();
  expect(form.getByText('Falta corregir 9 campos.')).toBeDefined();
  type('RUT', '123');
  expect(await form.findByText('Formato: 12345678-9')).toBeDefined();
  type('RUT', '12345678-9');
  expect(await form.findByText('El dígito verificador no coincide. Revisa el RUT.')).toBeDefined();
  type(/^IMEI o número de serie/, '356938035643800');
  expect(await form.findByText(/El IMEI no parece válido/)).toBeDefined();
  type(/^IMEI o número de serie/, '356938035643809');
  await expect.poll(() => form.queryByText(/El IMEI no parece válido/)).toBeNull();
});

test('ORD-03 technicians are the choices', async () => {
  const form = await openForm();
  const field = form.getByLabelText<HTMLSelectElement>(/^Técnico/);
  expect([...field.options].map(({ text }) => text)).toEqual([
    'Sin asignar',
    'Daniela Ñanculeo',
    'Rodrigo Peña',
  ]);
});
