import { expect, test } from 'vitest';
import { readCode } from './read-code.ts';

const ORIGIN = 'https://tienda-sur.test:8443';
const ID = '78bc606e-b412-4298-9ba8-ad2767e49a81';

test.each([
  [`${ORIGIN}/orders/view/000123`, { kind: 'order', number: 123 }],
  // A scanner that takes a Spanish keyboard for an English one types it so.
  ["httpsÑ--tienda'sur.testÑ8443-orders-view-000123", { kind: 'order', number: 123 }],
  [`${ORIGIN.toUpperCase()}/ORDERS/VIEW/000123`, { kind: 'order', number: 123 }],
  [`${ORIGIN}/dashboard/orders/view/${ID}`, { kind: 'order-id', id: ID }],
  ['https://otra-tienda.test/orders/view/000123', { kind: 'foreign' }],
  [`${ORIGIN}/orders/view/0`, { kind: 'foreign' }],
  ['UBIESTANTEA', { kind: 'place', code: 'UBIESTANTEA' }],
  ['356938035643809', { kind: 'device', imei: '356938035643809' }],
  ['35 693803-564380/9', { kind: 'device', imei: '356938035643809' }],
  ['C39XJ0ABHG7F', { kind: 'device', imei: 'C39XJ0ABHG7F' }],
  // An order's number, a RUT, a name and a model are searched as typed.
  ['000123', { kind: 'text' }],
  ['12.345.678-K', { kind: 'text' }],
  ['Rosa Pérez', { kind: 'text' }],
  ['Galaxy A54', { kind: 'text' }],
])('REC-97 the code %s is read', (text, wanted) => {
  expect(readCode(text, ORIGIN)).toEqual(wanted);
});
