// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { pinStatusQuery } from '@taller/shared/reports/earnings-queries.ts';
import { figuresQuery } from '@taller/shared/reports/figures-query.ts';
import { NO_FILTER } from '@taller/shared/reports/report-filter.ts';
import { reportPeriod } from '@taller/shared/reports/report-period.ts';
import { resultQuery, type MarginRow, type ResultReport } from '@taller/shared/reports/results-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { describe, expect, test } from 'vitest';
import { BalancesSection } from './balances-section.tsx';
import { CommissionsSection } from './commissions-section.tsx';
import { DiscountsSection } from './discounts-section.tsx';
import { MarginSection } from './margin-section.tsx';
import { PaymentsSection } from './payments-section.tsx';
import { ResultsPage } from './results-page.tsx';
import { SuppliersSection } from './suppliers-section.tsx';
import { resultTexts } from './texts.ts';

const days = { p_from: '2026-10-01', p_to: '2026-10-31' };
const period = {
  period: reportPeriod({ from: days.p_from, to: days.p_to }, '2026-11-27'),
  name: 'octubre',
  days,
  request: days,
};
/** A report's answer by its PIN, which is '' where a section is rendered alone. */
const report = (name: ResultReport, request: object, value: object) =>
  answer(resultQuery(name, request, ''), { outcome: 'ok', report: value } as never);

const row = (kind: MarginRow['kind'], key: string, rest: Partial<MarginRow> = {}): MarginRow => ({
  kind,
  key,
  name: '',
  orders: 4,
  income: 200_000,
  tax: 31_933,
  unknown_orders: 1,
  unknown_income: 30_000,
  cost: 60_000,
  net: 142_857,
  margin: 82_857,
  ...rest,
});
const PAGE = { p_sort: 'margin', p_descending: true, p_offset: 0, p_limit: 20 };

test('REP-26 the margin names the orders whose cost is not known, and an order’s margin as not known', async () => {
  renderScreen(<MarginSection period={period} />, {
    role: 'admin',
    answers: [
      report('margin', days, {
        rate: 19,
        rows: [row('total', ''), row('month', '2026-10'), row('technician', ''), row('type', 'laptop')],
      }),
      report(
        'orders',
        { ...days, ...PAGE },
        {
          total_count: 1,
          rows: [
            {
              id: 'a',
              order_number: 7,
              customer_name: 'Ana Pérez',
              earned_on: '2026-10-05',
              technician: null,
              equipment_type: 'laptop',
              income: 30_000,
              tax: 4790,
              discount: 0,
              cost: null,
              margin: null,
            },
          ],
        },
      ),
    ],
  });
  expect(await screen.findByText(/1 orden sin costo conocido por \$30\.000: no se sabe/)).toBeDefined();
  const list = await screen.findByRole('table', { name: resultTexts.margin.list });
  expect(within(list).getAllByText(resultTexts.margin.notKnown)).toHaveLength(2);
  expect(screen.getByRole('table', { name: resultTexts.margin.technicians }).textContent).toContain(
    resultTexts.noName,
  );
  expect(screen.getByRole('table', { name: resultTexts.margin.months }).textContent).toContain('58,00');
});

test('REP-26 a period without orders says so, and lists none', async () => {
  renderScreen(<MarginSection period={period} />, {
    role: 'admin',
    answers: [
      report('margin', days, { rate: 19, rows: [row('total', '', { orders: 0, unknown_orders: 0 })] }),
    ],
  });
  expect(await screen.findByText(resultTexts.none)).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});

test('REP-32 without a rule the commissions lead to where it is written; with one each technician has a line', async () => {
  const { unmount } = renderScreen(<CommissionsSection period={period} />, {
    role: 'admin',
    answers: [report('commissions', days, { rules: [], people: [] })],
  });
  expect(await screen.findByText(resultTexts.commissions.noRule)).toBeDefined();
  for (const link of screen.getAllByRole('link', { name: resultTexts.commissions.rule }))
    expect(link.getAttribute('href')).toBe('/dashboard/ajustes/comisiones');
  unmount();
  const ana = {
    id: 'a',
    name: 'Ana Pérez',
    orders: 3,
    base: 90_000,
    earned: 9000,
    returns: 1,
    taken_back: 2000,
    amount: 7000,
    unknown: 2,
  };
  renderScreen(<CommissionsSection period={period} />, {
    role: 'admin',
    answers: [
      report('commissions', days, { rules: [{ from: '2026-01-01' }], people: [ana] }),
      report(
        'commission_orders',
        { ...days, p_technician: 'a', p_offset: 0, p_limit: 20 },
        {
          total_count: 1,
          rows: [
            {
              id: 'o',
              order_number: 7,
              customer_name: 'Luz',
              day: '2026-10-05',
              base: null,
              percent: 10,
              amount: -2000,
              is_return: true,
            },
          ],
        },
      ),
    ],
  });
  expect(await screen.findByText(resultTexts.commissions.unknown(2))).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Ana Pérez' }));
  const list = await screen.findByRole('table', { name: resultTexts.commissions.of('Ana Pérez') });
  expect(within(list).getByText(resultTexts.commissions.isReturn)).toBeDefined();
});

describe('REP-29 payments', () => {
  const sums = { payments: 2, received: 15_000, given_back: -3000, corrected: 0, net: 12_000 };
  const cash = { ...sums, method: 'cash', moved: null, difference: null };
  const show = (rows: object[]) => {
    renderScreen(<PaymentsSection period={period} />, {
      role: 'admin',
      answers: [
        report('payments', days, { methods: rows, days: rows.map((one) => ({ ...one, day: '2026-10' })) }),
      ],
    });
    return screen.findByRole('table', { name: resultTexts.payments.daysByMonth });
  };

  test('REP-29 by method, and by month in a long period', async () => {
    expect((await show([cash])).textContent).toContain('oct 2026');
    const methods = screen.getByRole('table', { name: resultTexts.payments.methods });
    expect(methods.textContent).toContain('Efectivo');
    expect(methods.textContent).not.toContain(resultTexts.payments.difference);
  });

  test('REP-29 drawers stand beside cash, and beside no other method', async () => {
    const debit = { ...cash, method: 'debit' };
    const table = await show([{ ...cash, moved: -2000, difference: -1000 }, debit]);
    expect(table.textContent).toContain(resultTexts.payments.difference);
    expect(table.textContent).toContain('-$1.000');
    expect(within(table).getAllByText('—')).toHaveLength(2);
  });
});

test('REP-30 balances by age lead to their orders; money to give back is a list of its own', async () => {
  const ages = ['week', 'month', 'quarter', 'older'].map((age) => ({ age, orders: 0, amount: 0 }));
  const refund = { orders: 1, amount: 4000 };
  const back = { id: 'a', order_number: 7, customer_name: 'Ana Pérez', day: '2026-10-05', amount: 4000 };
  const place = { p_offset: 0, p_limit: 20 };
  renderScreen(<BalancesSection />, {
    role: 'admin',
    answers: [
      report('balances', place, { ages, refund, total_count: 0, rows: [] }),
      report('balances', { p_part: 'refund', ...place }, { ages, refund, total_count: 1, rows: [back] }),
    ],
  });
  expect(await screen.findByText(resultTexts.balances.none)).toBeDefined();
  fireEvent.change(screen.getByLabelText(resultTexts.balances.show), { target: { value: 'refund' } });
  const list = await screen.findByRole('table', { name: 'Por devolver' });
  await waitFor(() => expect(list.textContent).toContain('Ana Pérez'));
});

test('REP-28 discounts whose author nobody recorded say so', async () => {
  renderScreen(<DiscountsSection period={period} />, {
    role: 'admin',
    answers: [
      report('discounts', days, {
        rows: [{ id: '', name: '', month: '2026-10', orders: 1, discount: 5000, income: 45_000 }],
      }),
    ],
  });
  const table = await screen.findByRole('table', { name: resultTexts.discounts.title });
  expect(table.textContent).toContain(resultTexts.discounts.noPerson);
  expect(table.textContent).toContain('10,00');
});

describe('REP-38 suppliers', () => {
  const line = { bought: 9, fitted: 6, orders: 5, came_back: 1, faulty: 2, credited: 1 };
  const show = (rows: object[]) =>
    renderScreen(<SuppliersSection period={period} />, {
      role: 'admin',
      answers: [report('suppliers', days, { rows })],
    });

  test('REP-38 each has its parts, their rate of failure and the orders that came back', async () => {
    show([{ supplier_name: 'Norte', ...line }]);
    const table = await screen.findByRole('table', { name: resultTexts.suppliers.title });
    expect(within(table).getByText('Norte')).toBeDefined();
    expect(table.textContent).toContain('25,00');
    expect(screen.getByText(/El filtro de técnico y tipo no cuenta aquí/)).toBeDefined();
  });

  test('REP-38 a supplier of whom nothing was fitted or faulty has no rate', async () => {
    show([{ supplier_name: 'Norte', ...line, fitted: 0, faulty: 0 }]);
    expect((await screen.findByRole('table')).textContent).not.toContain('NaN');
  });

  test('REP-38 days without parts say so', async () => {
    show([]);
    expect(await screen.findByText(resultTexts.suppliers.none)).toBeDefined();
  });

  test('REP-39 thirty are in pages, of which one past the end is the last', async () => {
    show(Array.from({ length: 30 }, (_, nth) => ({ supplier_name: `Proveedor ${nth}`, ...line })));
    const rows = async () => within(await screen.findByRole('table')).getAllByRole('row');
    expect(await rows()).toHaveLength(13);
    fireEvent.click(screen.getByRole('button', { name: 'Página siguiente' }));
    fireEvent.click(screen.getByRole('button', { name: 'Página siguiente' }));
    expect(await rows()).toHaveLength(7);
    expect(screen.getByText('Proveedor 29')).toBeDefined();
    expect(screen.queryByText('Proveedor 23')).toBeNull();
  });
});

test('REP-27 nothing is requested before the PIN is accepted', async () => {
  const october = { ...NO_FILTER, from: days.p_from, to: days.p_to };
  const zero = { now: 0, before: 0, line: [] };
  renderScreen(<ResultsPage />, {
    role: 'admin',
    path: '/dashboard/resultados?desde=2026-10-01&hasta=2026-10-31&seccion=saldos',
    answers: [
      answer(pinStatusQuery(), { set: true, lockedUntil: 0 }),
      answer(figuresQuery(october, period.period), {
        received: zero,
        delivered: zero,
        median_days: { now: null, before: null, line: [] },
        people: [],
      }),
    ],
  });
  expect(await screen.findByPlaceholderText('PIN')).toBeDefined();
  expect(screen.queryByRole('tab')).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
});
