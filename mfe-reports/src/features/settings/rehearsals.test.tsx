// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider, useForm, type FieldValues } from 'react-hook-form';
import {
  reminderRehearsalQuery,
  waitRehearsalQuery,
  type ReminderRehearsal as Rehearsed,
} from '@taller/shared/messages/rehearsal-queries.ts';
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { shopInstant, addDays, shopDay } from '@taller/shared/values/dates.ts';
import { expect, test } from 'vitest';
import { ReminderRehearsal, WaitRehearsal } from './rehearsals.tsx';
import { SettingField } from './setting-field.tsx';

const { messages, desk } = FIRST_VALUES;
const PICKUP = { enabled: true, first: 7, second: 15, third: 30 };
const ON = { ...messages, cost: 60, pickup_reminder: { ...messages.pickup_reminder, ...PICKUP } };

/** The key of the rehearsal of these values, in the order of the section. */
const askedFor = (pickup: object) =>
  JSON.stringify({
    quote_reminder: { enabled: false, first: 2, second: 5 },
    pickup_reminder: pickup,
    warranty_reminder: { enabled: false, before: 7 },
    quietHours: messages.quietHours,
  });

function InForm({ values, children }: { values: FieldValues; children: ReactNode }) {
  return <FormProvider {...useForm({ defaultValues: values })}>{children}</FormProvider>;
}

const REHEARSED: Rehearsed = {
  at: new Date().toISOString(),
  today: 7,
  rows: [
    { order_id: 'o1', order_number: 6400, customer_name: 'Ana Rojas', event: 'pickup_reminder', step: 2 },
  ],
  past: { messages: 51, customers: 42 },
};

test('TIME-50 TIME-51 the form says what it would send today, to whom, and what it would have sent and cost', async () => {
  renderScreen(
    <InForm values={ON}>
      <ReminderRehearsal />
    </InForm>,
    { role: 'admin', answers: [answer(reminderRehearsalQuery(askedFor(PICKUP)), REHEARSED)] },
  );
  expect(await screen.findByText('Hoy saldrían 7 recordatorios, $420.')).toBeDefined();
  expect(screen.getByText(/^Los primeros 1:/)).toBeDefined();
  const today = within(screen.getByRole('table', { name: 'Recordatorios de hoy' }));
  expect(today.getByRole('link', { name: '#006400' })).toBeDefined();
  expect(today.getByText('Recordatorio de retiro · 2º')).toBeDefined();
  expect(
    screen.getByText('En los últimos 90 días habría avisado a 42 clientes con 51 recordatorios, $3.060.'),
  ).toBeDefined();
});

test('TIME-51 a change of the form that is not saved is rehearsed anew', async () => {
  renderScreen(
    <InForm values={{ ...ON, cost: null }}>
      <SettingField spec={{ kind: 'days', name: 'pickup_reminder.first', label: 'Primero, tras' }} />
      <ReminderRehearsal />
    </InForm>,
    {
      role: 'admin',
      answers: [
        answer(reminderRehearsalQuery(askedFor(PICKUP)), { ...REHEARSED, today: 0, rows: [] }),
        answer(reminderRehearsalQuery(askedFor({ ...PICKUP, first: 10 })), {
          at: shopInstant(addDays(shopDay(new Date()), 1), '10:00').toISOString(),
          today: 0,
          rows: [],
          past: { messages: 1, customers: 1 },
        }),
      ],
    },
  );
  expect(await screen.findByText('Hoy no saldría ninguno.')).toBeDefined();
  fireEvent.change(screen.getByRole('textbox', { name: /Primero, tras/ }), { target: { value: '10' } });
  expect(
    await screen.findByText(
      'En los últimos 90 días habría avisado a 1 cliente con 1 recordatorio.',
      {},
      { timeout: 3000 },
    ),
  ).toBeDefined();
  expect(screen.getByText(/^Hoy no sale ninguno más: el local abre el \d/)).toBeDefined();
});

test('TIME-50 nothing is rehearsed while every reminder is off, or the form is not valid', () => {
  renderScreen(
    <InForm values={messages}>
      <ReminderRehearsal />
    </InForm>,
    { role: 'admin' },
  );
  expect(screen.getByText(/^Los recordatorios están apagados/)).toBeDefined();
  renderScreen(
    <InForm values={{ ...ON, pickup_reminder: { ...ON.pickup_reminder, second: 3 } }}>
      <ReminderRehearsal />
    </InForm>,
    { role: 'admin' },
  );
  expect(screen.getByText(/^Corrige lo que está marcado/)).toBeDefined();
});

test('TIME-52 each reason says how many waits ended within its days, and what is usual', async () => {
  const asked = JSON.stringify(desk.waits.map(({ key, days }) => ({ key, days })));
  renderScreen(
    <InForm values={desk}>
      <WaitRehearsal />
    </InForm>,
    {
      role: 'admin',
      answers: [answer(waitRehearsalQuery(asked), [{ key: 'part', waits: 31, kept: 22, usual: 9 }])],
    },
  );
  expect(
    await screen.findByText(
      'Repuesto: 22 de 31 esperas terminaron a tiempo en los últimos 90 días. Cuatro de cada cinco, en 9 días o menos.',
    ),
  ).toBeDefined();
});
