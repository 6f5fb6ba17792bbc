// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import type { Role } from '@taller/shared/access/roles.ts';
import {
  activityQuery,
  deletedOrdersQuery,
  staffNamesQuery,
} from '@taller/shared/activity/activity-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { ActivityLogPage } from './activity-log-page.tsx';

const request = { userId: null, action: null, from: null, to: null, page: 1 };
const deletion = { id: 1, order_number: 123, created_at: '2026-11-25T15:30:00Z', actor_name: 'Ana Pérez' };
const edit = {
  id: 'a',
  created_at: '2026-11-25T15:30:00Z',
  action_type: 'edit',
  cost_price_affected: 45_990,
};

const show = (role: Role) =>
  renderScreen(<ActivityLogPage />, {
    role,
    path: '/dashboard/activity-logs?accion=ordenes',
    answers: [
      answer(staffNamesQuery(), []),
      answer(deletedOrdersQuery(request), { rows: [deletion], total: 1, isMore: false }),
      answer(activityQuery(request), { rows: [edit], total: 1, isMore: false }),
    ],
  });

test('ORD-17 the owner opens the log of deleted orders: which, when and by whom', async () => {
  show('admin');
  expect(await screen.findByText('#000123')).toBeDefined();
  expect(screen.getByText('Ana Pérez')).toBeDefined();
  expect(screen.getByText('25-11-2026, 12:30')).toBeDefined();
});

test('INV-05 a technician sees the log of the inventory, with the price that the inventory shows', async () => {
  show('technician');
  expect(await screen.findByText('$45.990')).toBeDefined();
  expect(screen.queryByText('#000123')).toBeNull();
});
