import { expect, test } from 'vitest';
import { EDITABLE_ROLES, isRole, isStaff, ROLE_LABELS, ROLES, STAFF_ROLES } from './roles.ts';

test('ORD-01 role labels, and ORD-14 the roles an admin may give', () => {
  expect(ROLE_LABELS).toEqual({
    admin: 'Admin',
    technician: 'Técnico',
    receptionist: 'Recepción',
    customer: 'Cliente',
  });
  expect(EDITABLE_ROLES).toEqual(['technician', 'receptionist', 'admin']);
  expect(EDITABLE_ROLES.toSorted()).toEqual(STAFF_ROLES.toSorted());
  expect(isRole('admin')).toBe(true);
  for (const other of ['Admin', 'service_role', '', null, {}]) expect(isRole(other)).toBe(false);
});

test('SHELL-05 staff are admins, technicians and receptionists', () => {
  expect(ROLES.filter((role) => isStaff(role))).toEqual(['admin', 'technician', 'receptionist']);
});
