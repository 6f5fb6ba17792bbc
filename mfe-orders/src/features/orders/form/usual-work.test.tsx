// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { techniciansQuery, staffNamesQuery } from '@taller/shared/people/staff-queries.ts';
import { usualDevicesQuery } from '@taller/shared/orders/order-form-queries.ts';
import { promiseSuggestionQuery } from '@taller/shared/orders/promises/promise-suggestion-query.ts';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import type { CannedLine } from '@taller/shared/settings/desk-schema.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { NewOrderDialog } from './new-order-dialog.tsx';

const line = (quote: string, price: number | null, part: Partial<CannedLine> = {}): CannedLine => ({
  quote,
  type: 'smartphone',
  kind: 'labour',
  description: quote,
  price,
  condition: 'new',
  optional: false,
  ...part,
});

test('REC-14 a fault that comes with a usual quote fills in work and price, and takes them out; REC-15 work may be open', async () => {
  const { texts } = FIRST_VALUES.desk;
  renderScreen(<NewOrderDialog onClose={() => undefined} />, {
    role: 'receptionist',
    answers: [
      answer(techniciansQuery(), []),
      answer(staffNamesQuery(), new Map()),
      answer(usualDevicesQuery(), []),
      answer(deskSettingsQuery(), {
        ...FIRST_VALUES.desk,
        quoteLater: true,
        cannedLines: [line('Cambio de pantalla', 45_000), line('Limpieza', 10_000)],
        texts: {
          ...texts,
          description: [
            { text: 'Pantalla trizada', type: 'smartphone', chip: true, quote: 'Cambio de pantalla' },
            { text: 'Sucio', type: 'smartphone', chip: true, quote: 'Un presupuesto que ya no está' },
          ],
        },
      }),
      ...['Pantalla trizada', 'Sucio'].map((problem) =>
        answer(promiseSuggestionQuery({ type: 'smartphone', brand: '', problem }), null),
      ),
    ],
  });
  const form = within(await screen.findByRole('dialog'));
  const filled = () =>
    ['Problema', /^Trabajo a realizar/, 'Presupuesto'].map(
      (label) => form.getByLabelText<HTMLInputElement>(label).value,
    );
  const press = (name: string) => fireEvent.click(form.getByRole('button', { name }));
  await form.findByRole('button', { name: 'Pantalla trizada' });
  press('Limpieza');
  press('Pantalla trizada');
  expect(filled()).toEqual(['Pantalla trizada', 'Limpieza, Cambio de pantalla', '55.000']);
  press('Sucio');
  press('Pantalla trizada');
  expect(filled()).toEqual(['Sucio', 'Limpieza', '10.000']);
  press('Limpieza');
  fireEvent.click(form.getByRole('button', { name: 'Crear orden' }));
  expect(await form.findByText('La marca es obligatoria.')).toBeDefined();
  expect(form.queryByText('Describe el trabajo a realizar.')).toBeNull();
});

test('REC-10 one press on a usual quote fills in work and price, another takes both out', async () => {
  const cannedLines = [
    line('Cambio de pantalla', 15_000),
    line('Cambio de pantalla', 45_000, { kind: 'part' }),
    line('Cambio de pantalla', 9000, { optional: true }),
    line('Cambio de batería', 25_000),
    line('Limpieza', null, { type: 'laptop' }),
  ];
  renderScreen(<NewOrderDialog onClose={() => undefined} />, {
    role: 'receptionist',
    answers: [
      answer(techniciansQuery(), []),
      answer(staffNamesQuery(), new Map()),
      answer(usualDevicesQuery(), []),
      answer(deskSettingsQuery(), { ...FIRST_VALUES.desk, cannedLines }),
    ],
  });
  const form = within(await screen.findByRole('dialog'));
  const chips = within(await form.findByRole('group', { name: 'Trabajos habituales, con su precio' }));
  expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Cambio de pantalla',
    'Cambio de batería',
  ]);
  const filled = () =>
    ['Trabajo a realizar', 'Presupuesto'].map((label) => form.getByLabelText<HTMLInputElement>(label).value);
  const press = (name: string) => fireEvent.click(chips.getByRole('button', { name }));
  press('Cambio de pantalla');
  expect(filled()).toEqual(['Cambio de pantalla', '60.000']);
  press('Cambio de batería');
  expect(filled()).toEqual(['Cambio de pantalla, Cambio de batería', '85.000']);
  press('Cambio de pantalla');
  expect(filled()).toEqual(['Cambio de batería', '25.000']);
});
