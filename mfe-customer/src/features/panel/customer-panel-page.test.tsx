// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import {
  ownAppointmentsQuery,
  type OwnAppointment,
} from '@taller/shared/appointments/appointment-queries.ts';
import { DataError } from '@taller/shared/data-access/data-error.ts';
import { ownOrdersQuery, type OwnOrderSummary } from '@taller/shared/orders/own/own-orders-queries.ts';
import type { OrderStatus } from '@taller/shared/orders/status/order-status.ts';
import { ownProfileQuery } from '@taller/shared/people/profile/own-profile-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { someUser } from '@taller/shared/testing/sign-in-as.ts';
import { expect, test } from 'vitest';
import { CustomerPanelPage } from './customer-panel-page.tsx';
import { panelTexts } from './texts.ts';

const ROSA = { full_name: 'Rosa Cárcamo', rut_verified_at: '2026-01-02T12:00:00Z' };

test('CUST-01 BOOK-13 the next appointment comes first, and what is over is folded below', () => {
  const { id, rut } = someUser('customer');
  const at = (year: number): OwnAppointment => ({
    id: String(year),
    appointment_date: `${year}-03-02T15:00:00Z`,
    reason: `Visita de ${year}`,
    status: 'scheduled',
    moved_from: null,
    version: 1,
  });
  renderScreen(<CustomerPanelPage />, {
    role: 'customer',
    answers: [
      answer(ownProfileQuery(id), { ...ROSA, rut }),
      answer(ownOrdersQuery(rut), { pages: [[]], pageParams: [] }),
      answer(ownAppointmentsQuery(id), [at(2024), at(2025), at(2098), at(2099)]),
    ],
  });
  const reasons = (within: Element | null) =>
    [...(within?.querySelectorAll('li') ?? [])].map((item) => /Visita de \d+/.exec(item.textContent)?.[0]);
  const folded = screen.getByText('2 citas pasadas').closest('details');
  expect(folded?.open).toBe(false);
  expect(reasons(folded)).toEqual(['Visita de 2024', 'Visita de 2025']);
  expect(reasons(folded?.previousElementSibling ?? null)).toEqual(['Visita de 2098', 'Visita de 2099']);
  expect(screen.getByRole('link', { name: 'Reservar hora' }).getAttribute('href')).toBe('/citas');
});

test('TIME-22 the list says until when an order is promised, and whether it is late', () => {
  const { id, rut } = someUser('customer');
  const order = (number: number, status: OrderStatus, promised: string): OwnOrderSummary => ({
    id: `o${number}`,
    order_number: number,
    created_at: '2026-01-02T15:00:00Z',
    status,
    equipment_type: 'smartphone',
    equipment_brand: 'Samsung',
    equipment_model: 'A52',
    work_description: 'No carga',
    total_amount: 0,
    promised_at: promised,
  });
  const rows = [
    order(1, 'in_progress', '2046-12-06T20:00:00Z'),
    order(2, 'pending', '2020-01-02T15:00:00Z'),
    order(3, 'completed', '2020-01-03T15:00:00Z'),
  ];
  renderScreen(<CustomerPanelPage />, {
    role: 'customer',
    answers: [
      answer(ownProfileQuery(id), { ...ROSA, rut }),
      answer(ownOrdersQuery(rut), { pages: [rows], pageParams: [0] }),
      answer(ownAppointmentsQuery(id), []),
    ],
  });
  const promises = screen.getAllByText(/comprometida para el/i).map(({ textContent }) => textContent);
  expect(promises).toEqual([
    'Comprometida para el jueves 6 de diciembre de 2046 a las 17:00',
    'Estaba comprometida para el jueves 2 de enero de 2020 a las 12:00. Está atrasada: te avisaremos apenas esté lista.',
  ]);
});

test('CUST-01 appointments that cannot be read say so in their place, and Reintentar reads them', async () => {
  const { id, rut } = someUser('customer');
  let isDown = true;
  const appointments = () => {
    if (isDown) throw new DataError('server', 'down');
    return [];
  };
  renderScreen(<CustomerPanelPage />, {
    role: 'customer',
    answers: [
      answer(ownProfileQuery(id), { ...ROSA, rut }),
      answer(ownOrdersQuery(rut), { pages: [[]], pageParams: [] }),
      answer(ownAppointmentsQuery(id), appointments),
    ],
  });
  expect(screen.getByText(/Rosa/)).toBeDefined();
  expect(screen.getByText(panelTexts.noOrders)).toBeDefined();
  expect(await screen.findByText(panelTexts.appointmentsFailed)).toBeDefined();
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText(panelTexts.noAppointments)).toBeDefined();
});
