import { expect, test } from 'vitest';
import {
  canCancel,
  canCreateOrder,
  canDeleteOrder,
  canDeliver,
  canEditMessageTemplates,
  canEditOrder,
  canEditPrice,
  canImportOrders,
  canManageUsers,
  canOpenPrintSheets,
  canPrintFromDesk,
  canQuote,
  canSearchAllFields,
  canSeeActivityLog,
  canSeeDeviceCode,
  canSeeInventory,
  canSeeReports,
  canWriteNotes,
  EDITABLE_ROLES,
  isRole,
  isStaff,
  ROLE_LABELS,
  ROLES,
} from './roles.ts';

const everyone = [...ROLES, null, undefined];

test('ORD-01 role labels, and ORD-14 the roles an admin may give', () => {
  expect(ROLE_LABELS).toEqual({
    admin: 'Admin',
    technician: 'Técnico',
    receptionist: 'Recepción',
    customer: 'Cliente',
  });
  expect(EDITABLE_ROLES).toEqual(['technician', 'receptionist', 'admin']);
  expect(isRole('admin')).toBe(true);
  for (const other of ['Admin', 'service_role', '', null, {}]) expect(isRole(other)).toBe(false);
});

const EXPECTED = [
  ['isStaff', isStaff, ['admin', 'technician', 'receptionist']],
  ['canCreateOrder', canCreateOrder, ['admin', 'receptionist']],
  ['canEditOrder', canEditOrder, ['admin', 'receptionist']],
  ['canPrintFromDesk', canPrintFromDesk, ['admin', 'receptionist']],
  ['canOpenPrintSheets', canOpenPrintSheets, ['admin', 'technician', 'receptionist']],
  ['canDeleteOrder', canDeleteOrder, ['admin']],
  ['canQuote', canQuote, ['admin', 'technician', 'receptionist']],
  ['canCancel', canCancel, ['admin', 'technician']],
  ['canDeliver', canDeliver, ['admin', 'technician', 'receptionist']],
  ['canEditPrice', canEditPrice, ['admin', 'technician']],
  ['canWriteNotes', canWriteNotes, ['admin', 'technician', 'receptionist']],
  ['canSeeDeviceCode', canSeeDeviceCode, ['admin', 'technician', 'receptionist']],
  ['canSearchAllFields', canSearchAllFields, ['admin']],
  ['canManageUsers', canManageUsers, ['admin']],
  ['canSeeReports', canSeeReports, ['admin']],
  ['canImportOrders', canImportOrders, ['admin']],
  ['canEditMessageTemplates', canEditMessageTemplates, ['admin']],
  ['canSeeInventory', canSeeInventory, ['admin', 'technician', 'receptionist']],
  ['canSeeActivityLog', canSeeActivityLog, ['admin', 'technician', 'receptionist']],
] as const;

test.each(EXPECTED)('SHELL-05 section 6: %s', (_name, may, allowed) => {
  expect(everyone.filter((role) => may(role))).toEqual(allowed);
});
