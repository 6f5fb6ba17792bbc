import { expect, test } from 'vitest';
import { ORDER_STATUS_STYLE } from './order-status-style.ts';
import {
  canChooseStatus,
  canDecideQuote,
  isClosedStatus,
  isOrderStatus,
  LIST_STATUS_LABELS,
  messageTitle,
  ORDER_STATUSES,
  PUBLIC_STATUS_LABELS,
  REPORT_STATUS_LABELS,
  reportBadge,
  SELECTABLE_STATUSES,
  sendsMessage,
} from './order-status.ts';

test('DATA-01 there are eight states', () => {
  expect(ORDER_STATUSES).toEqual([
    'pending',
    'in_progress',
    'quoted',
    'approved',
    'rejected',
    'completed',
    'cancelled',
    'delivered',
  ]);
  expect(isOrderStatus('quoted')).toBe(true);
  for (const other of ['', 'Quoted', 'toString', 3, null, undefined])
    expect(isOrderStatus(other)).toBe(false);
});

test('PUB-03 public labels', () => {
  expect(PUBLIC_STATUS_LABELS).toEqual({
    pending: 'Pendiente de Revisión',
    in_progress: 'En Progreso',
    quoted: 'Presupuesto Enviado',
    approved: 'Presupuesto Aprobado',
    rejected: 'Presupuesto Rechazado',
    completed: 'Completado',
    cancelled: 'Cancelado',
    delivered: 'Entregado',
  });
});

test('ORD-02 list labels: five of their own, the other three as the public ones', () => {
  expect(LIST_STATUS_LABELS).toEqual({
    pending: 'Pendiente',
    in_progress: 'En Progreso',
    quoted: 'Presupuesto Enviado',
    approved: 'Presupuesto Aprobado',
    rejected: 'Presupuesto Rechazado',
    completed: 'Completado',
    cancelled: 'Cancelado',
    delivered: 'Entregado',
  });
});

test('REP-03 report labels and badge colours', () => {
  expect(REPORT_STATUS_LABELS).toMatchObject({
    pending: 'Pendiente',
    in_progress: 'En Progreso',
    completed: 'Completada',
    delivered: 'Entregada',
    cancelled: 'Cancelada',
  });
  expect(Object.fromEntries(ORDER_STATUSES.map((status) => [status, reportBadge(status)]))).toEqual({
    pending: 'yellow',
    in_progress: 'yellow',
    quoted: 'red',
    approved: 'red',
    rejected: 'red',
    completed: 'green',
    cancelled: 'red',
    delivered: 'red',
  });
});

test('ORD-07 the selector offers six states in this order', () => {
  expect(SELECTABLE_STATUSES).toEqual([
    'pending',
    'in_progress',
    'quoted',
    'completed',
    'delivered',
    'cancelled',
  ]);
});

test('MSG-01 every state but the first sends a message to the customer', () => {
  expect(ORDER_STATUSES.filter((status) => !sendsMessage(status))).toEqual(['pending']);
});

test('PUB-04 a quote is decided only while quoted', () => {
  expect(ORDER_STATUSES.filter((status) => canDecideQuote(status))).toEqual(['quoted']);
});

test('ORD-02 every state has a colour, and the two that stop an order share one', () => {
  expect(Object.keys(ORDER_STATUS_STYLE)).toEqual([...ORDER_STATUSES]);
  expect(ORDER_STATUS_STYLE.rejected.tone).toBe(ORDER_STATUS_STYLE.cancelled.tone);
});

test('ORD-53 nothing more happens with a cancelled or delivered order', () => {
  expect(ORDER_STATUSES.filter(isClosedStatus)).toEqual(['cancelled', 'delivered']);
});

test('ORD-07 ORD-09 which states each role may choose', () => {
  const choices = (role: Parameters<typeof canChooseStatus>[0]) =>
    ORDER_STATUSES.filter((status) => canChooseStatus(role, status));
  const bench = ['pending', 'in_progress', 'quoted', 'completed', 'cancelled', 'delivered'];
  expect(choices('admin')).toEqual(bench);
  expect(choices('technician')).toEqual(bench);
  expect(choices('receptionist')).toEqual(bench.filter((status) => status !== 'cancelled'));
  expect(choices('customer')).toEqual([]);
  expect(choices(null)).toEqual([]);
});

test('MSG-03 the staff reads what a message was about; an event of another release shows as it is', () => {
  expect(messageTitle('created')).toBe('Orden recibida');
  expect(messageTitle('completed')).toBe('Reparación terminada');
  expect(messageTitle('reminder')).toBe('reminder');
});
