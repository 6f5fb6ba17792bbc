import { expect, test } from 'vitest';
import { paymentLines } from './payment-lines.ts';

const lines = (total: number | null, advance: number, final = 0, status = 'completed') =>
  paymentLines({ status, total_amount: total, advance_payment: advance, final_payment: final });
const words = (...payments: Parameters<typeof lines>) =>
  lines(...payments).map(({ label, amount, strong }) => `${label} ${amount}${strong ? ' !' : ''}`);

test('ORD-13 without an advance there is a total and no balance', () => {
  expect(lines(45_990, 0)).toEqual([{ label: 'Total', amount: '$45.990', strong: true }]);
});

test('ORD-13 with an advance above 0 the balance is shown', () => {
  expect(words(45_990, 20_000)).toEqual(['Total $45.990', 'Abono $20.000', 'Saldo $25.990 !']);
});

test('ORD-13 an advance on an order without a price shows what the customer has paid', () => {
  expect(words(null, 1)).toEqual(['Total $0', 'Abono $1', 'A devolver $1 !']);
});

test('ORD-92 an overpayment is named, and never shown as a negative balance', () => {
  expect(words(5990, 20_000)).toEqual(['Total $5.990', 'Abono $20.000', 'A devolver $14.010 !']);
});

test.each(['rejected', 'cancelled'])('ORD-92 an order that is %s owes nothing', (status) => {
  expect(words(45_990, 0, 0, status)).toEqual(['Total $45.990', 'Saldo $0 !']);
  expect(words(45_990, 10_000, 0, status)).toEqual([
    'Total $45.990',
    'Abono $10.000',
    'A devolver $10.000 !',
  ]);
});

test('ORD-30 an order whose balance was paid at the delivery says so, with an advance and without', () => {
  expect(words(45_990, 20_000, 25_990)).toEqual([
    'Total $45.990',
    'Abono $20.000',
    'Pagado al entregar $25.990',
    'Saldo Pagado !',
  ]);
  expect(words(45_990, 0, 45_990)).toEqual(['Total $45.990', 'Pagado al entregar $45.990', 'Saldo Pagado !']);
});

test('ORD-30 a price that rose after the payment leaves its difference as the balance', () => {
  expect(words(50_000, 20_000, 25_990)).toEqual([
    'Total $50.000',
    'Abono $20.000',
    'Pagado al entregar $25.990',
    'Saldo $4.010 !',
  ]);
});

test('REC-15 an order that was taken in without work and price says so in the place of the price', () => {
  const order = {
    status: 'pending',
    total_amount: 0,
    advance_payment: 0,
    final_payment: 0,
    technical_work: '',
  };
  expect(paymentLines(order).map(({ amount }) => amount)).toEqual(['Por presupuestar']);
  expect(paymentLines({ ...order, technical_work: 'Limpieza' }).map(({ amount }) => amount)).toEqual(['$0']);
});
