// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import type { Role } from '@taller/shared/access/roles.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import {
  orderWarrantyQuery,
  type OrderWarranty,
} from '@taller/shared/orders/warranty/order-warranty-query.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test, vi } from 'vitest';
import { WarrantyPanel } from './warranty-panel.tsx';

const RETURN = {
  id: 'o6500',
  order_number: 6500,
  status: 'in_progress',
  delivered_at: null,
  warranty_days: null,
  warranty_of: 6400,
  warranty_repair: true,
  warranty_outcome: null,
  warranty_reason: null,
} as unknown as Order;
const came = (id: string, number: number, of = 6400): OrderWarranty['returns'][number] => ({
  id,
  order_number: number,
  created_at: '2026-11-24T15:00:00Z',
  status: 'delivered',
  warranty_of: of,
  warranty_outcome: 'covered',
});
const ORIGINAL: OrderWarranty['original'] = {
  id: 'o6400',
  order_number: 6400,
  technical_work: 'Cambio de batería',
  technician_name: 'Rodrigo Peña',
  delivered_at: '2026-09-01T15:00:00Z',
  warranty_end: '2026-11-30',
  work_end: '2026-11-30',
  parts_end: '2026-11-30',
  suspended_since: null,
};

const ROLE: Role = 'technician';
const show = (order: Order, warranty: Partial<OrderWarranty>) => {
  const onOutcome = vi.fn<() => void>();
  renderScreen(<WarrantyPanel order={order} role={ROLE} onOutcome={onOutcome} />, {
    role: ROLE,
    answers: [
      answer(orderWarrantyQuery(order.id), {
        warranty_end: null,
        work_end: null,
        parts_end: null,
        stays: [],
        suspended_since: null,
        original: null,
        returns: [],
        ...warranty,
      }),
    ],
  });
  return onOutcome;
};
const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('WARR-02 a return leads to its original, with the earlier work, and to the other returns', () => {
  const onOutcome = show(RETURN, {
    original: ORIGINAL,
    returns: [came('o6450', 6450), came('o6500', 6500)],
  });
  expect(screen.getByText('Reparación en garantía')).toBeDefined();
  expect(link('#006400')).toBe(paths.orderView.getHref('o6400'));
  expect(
    screen.getByText('Cambio de batería · la hizo Rodrigo Peña · cubre hasta el 30-11-2026'),
  ).toBeDefined();
  expect(link('#006450')).toBe(paths.orderView.getHref('o6450'));
  expect(screen.queryByRole('link', { name: '#006500' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Resultado…' }));
  expect(onOutcome).toHaveBeenCalledOnce();
});

test('WARR-02 what came back under a return’s own warranty is told apart from what came back under its original’s', () => {
  show(
    { ...RETURN, status: 'delivered', warranty_days: 30, warranty_outcome: 'covered' },
    { original: ORIGINAL, returns: [came('o6450', 6450), came('o6500', 6500), came('o6600', 6600, 6500)] },
  );
  const lines = (title: string) => screen.getByText(title).nextElementSibling?.textContent;
  expect(lines('Volvió en garantía:')).toContain('#006600');
  expect(lines('También volvió:')).toContain('#006450');
  expect(lines('También volvió:')).not.toContain('#006600');
});

test('WARR-06 a return that the warranty does not cover says why', () => {
  show(
    { ...RETURN, warranty_repair: false, warranty_outcome: 'not_covered', warranty_reason: 'Mojado' },
    { original: ORIGINAL },
  );
  expect(screen.getByText('No lo cubre la garantía')).toBeDefined();
  expect(screen.getByText('No cubierta: Mojado')).toBeDefined();
});

test('WARR-02 the original leads to each of its returns, with how they ended', () => {
  show(
    {
      ...RETURN,
      id: 'o6400',
      status: 'delivered',
      warranty_of: null,
      warranty_repair: false,
      warranty_days: 90,
    },
    { returns: [came('o6450', 6450), came('o6500', 6500)] },
  );
  expect(link('#006450')).toBe(paths.orderView.getHref('o6450'));
  expect(link('#006500')).toBe(paths.orderView.getHref('o6500'));
  expect(screen.getAllByText('24-11-2026 · Cubierta por la garantía')).toHaveLength(2);
});
