/** Roles of people who work in the shop. */
export const STAFF_ROLES = ['admin', 'technician', 'receptionist'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** Every role of an account. permissions.ts defines what each may do. */
export const ROLES = [...STAFF_ROLES, 'customer'] as const;
export type Role = (typeof ROLES)[number];

/** The options of the users screen, in its order (ORD-14). */
export const EDITABLE_ROLES = ['technician', 'receptionist', 'admin'] as const satisfies readonly StaffRole[];

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  admin: 'Admin',
  technician: 'Técnico',
  receptionist: 'Recepción',
  customer: 'Cliente',
};

export function isRole(value: unknown): value is Role {
  return typeof value === 'string' && (ROLES as readonly string[]).includes(value);
}

/** Whether a role is a staff role. To check a permission use {@link file://./permissions.ts}. */
export function isStaff(role: Role): role is StaffRole {
  return (STAFF_ROLES as readonly Role[]).includes(role);
}
