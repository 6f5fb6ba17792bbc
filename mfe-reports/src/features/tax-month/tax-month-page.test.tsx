// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { paths } from '@taller/shared/contract/paths.ts';
import {
  taxDocumentsQuery,
  taxMonthQuery,
  undocumentedQuery,
  type MonthDocument,
  type TaxMonth,
} from '@taller/shared/orders/tax/tax-month-queries.ts';
import { answer } from '@taller/shared/testing/answers.ts';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { toCsv } from '@taller/shared/values/csv.ts';
import { expect, test } from 'vitest';
import { MONTH_COLUMNS } from './export-month.ts';
import { TaxMonthPage } from './tax-month-page.tsx';

const MONTH = '2026-11-01';
const SUMS: TaxMonth = {
  kinds: [{ kind: 'boleta', count: 2, first: 12, last: 15, net: 11_000, tax: 2090, total: 13_090 }],
  count: 2,
  net: 11_000,
  tax: 2090,
  total: 13_090,
  undocumented: { count: 1, amount: 5000 },
  uncredited: { count: 0, amount: 0 },
};
const FACTURA: MonthDocument = {
  id: 'd1',
  kind: 'factura',
  folio: 3,
  issued_on: '2026-11-02',
  net: 10_000,
  tax: 1900,
  total: 11_900,
  rut: '76123456-0',
  business_name: 'Sur SpA',
  activity: 'Comercio',
  state: 'recorded',
  answer: null,
  cancels: null,
  method: 'transfer',
  orders: [6420, 6421],
};

const open = (sums: TaxMonth, query = '') =>
  renderScreen(<TaxMonthPage />, {
    role: 'admin',
    path: `${paths.taxMonth.getHref()}?mes=2026-11-17${query}`,
    answers: [
      answer(taxMonthQuery(MONTH), sums),
      answer(taxDocumentsQuery(MONTH, 1), [FACTURA]),
      answer(undocumentedQuery(MONTH, 1), [
        {
          id: 'p1',
          created_at: '2026-11-03T15:00:00Z',
          method: 'cash',
          amount: 5000,
          missing: 5000,
          orders: [6430],
          order_id: 'o1',
        },
      ]),
      answer(taxMonthQuery('2026-10-01'), {
        ...SUMS,
        kinds: [],
        count: 0,
        undocumented: { count: 0, amount: 0 },
      }),
      answer(taxDocumentsQuery('2026-10-01', 1), []),
    ],
  });

test('TAX-11 the month has its sums by kind, its documents, and says what has none', async () => {
  open(SUMS);
  expect(screen.getByRole('heading', { name: 'noviembre de 2026' })).toBeDefined();
  expect(await screen.findByText('12 al 15')).toBeDefined();
  expect(screen.getByText('1 pago sin documento, por $5.000')).toBeDefined();
  expect(screen.getByText('Factura N° 3')).toBeDefined();
  expect(screen.getByText('006420, 006421')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Mes anterior' }));
  expect(await screen.findByText('No hay documentos con fecha de este mes.')).toBeDefined();
  expect(screen.getByText('Todos los pagos del mes tienen su documento.')).toBeDefined();
});

test('TAX-11 payments without a document lead to their order', async () => {
  open(SUMS, '&ver=pendientes');
  const link = await screen.findByRole('link', { name: '006430' });
  expect(link.getAttribute('href')).toBe('/dashboard/orders/view/o1');
});

test('TAX-11 the accountant’s file subtracts notas de crédito and sums nothing that does not count', () => {
  const credit: MonthDocument = {
    ...FACTURA,
    kind: 'nota_credito',
    folio: 1,
    rut: null,
    cancels: 'factura N° 3',
  };
  const [, ...lines] = toCsv(MONTH_COLUMNS, [FACTURA, credit, { ...FACTURA, state: 'annulled' }])
    .trim()
    .split('\r\n')
    .map((line) => line.split(/[;,]/));
  expect(lines.map((line) => line.slice(1, 6))).toEqual([
    ['Factura', '3', '10000', '1900', '11900'],
    ['Nota de crédito', '1', '-10000', '-1900', '-11900'],
    ['Factura', '3', '0', '0', '0'],
  ]);
});
