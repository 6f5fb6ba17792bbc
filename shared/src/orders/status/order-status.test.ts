import { expect, test } from 'vitest';
import {
  canDecideQuote,
  isOpenStatus,
  isOrderStatus,
  LIST_STATUS_LABELS,
  offersQuoteReady,
  ORDER_STATUSES,
  PUBLIC_STATUS_LABELS,
  REPORT_STATUS_LABELS,
  reportBadge,
  SELECTABLE_STATUSES,
  STATUS_KINDS,
  templateForStatus,
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

test('MSG-01 a template per state; pending, approved and rejected have none', () => {
  expect(Object.fromEntries(ORDER_STATUSES.map((status) => [status, templateForStatus(status)]))).toEqual({
    pending: null,
    in_progress: 'status_update',
    quoted: 'order_quoted',
    approved: null,
    rejected: null,
    completed: 'order_completed',
    cancelled: 'order_cancelled',
    delivered: 'order_delivered_v2',
  });
});

test('PUB-04 a quote is decided only while quoted; ORD-08 Presupuesto Listo on pending and in_progress', () => {
  expect(ORDER_STATUSES.filter((status) => canDecideQuote(status))).toEqual(['quoted']);
  expect(ORDER_STATUSES.filter((status) => offersQuoteReady(status))).toEqual(['pending', 'in_progress']);
  expect(ORDER_STATUSES.filter((status) => !isOpenStatus(status))).toEqual([
    'rejected',
    'cancelled',
    'delivered',
  ]);
});

test('ORD-02 every state has a kind, and the two that stop an order share one', () => {
  expect(Object.keys(STATUS_KINDS)).toEqual([...ORDER_STATUSES]);
  expect(STATUS_KINDS.rejected).toBe(STATUS_KINDS.cancelled);
});
