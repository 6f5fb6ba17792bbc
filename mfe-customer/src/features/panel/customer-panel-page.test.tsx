// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { ownAppointmentsQuery } from '@taller/shared/appointments/appointment-queries.ts';
import { DataError } from '@taller/shared/data-access/data-error.ts';
import { ownOrdersQuery } from '@taller/shared/orders/own/own-orders-queries.ts';
import { ownProfileQuery } from '@taller/shared/people/profile/own-profile-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { someUser } from '@taller/shared/testing/sign-in-as.ts';
import { expect, test } from 'vitest';
import { CustomerPanelPage } from './customer-panel-page.tsx';
import { panelTexts } from './texts.ts';

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
      answer(ownProfileQuery(id), {
        full_name: 'Rosa Cárcamo',
        rut,
        rut_verified_at: '2026-01-02T12:00:00Z',
      }),
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
