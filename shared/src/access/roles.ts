/**
 * Roles and what each may do. Mirrors the database's rules for comfort only: the server decides.
 * Rule source: specification section 6 and the decisions at the end of the requirements.
 */

export const ROLES = ['admin', 'technician', 'receptionist', 'customer'] as const;
export type Role = (typeof ROLES)[number];

/** Roles of people who work in the shop. */
export const STAFF_ROLES = ['admin', 'technician', 'receptionist'] as const satisfies readonly Role[];
export type StaffRole = (typeof STAFF_ROLES)[number];

/** The values that the users screen offers, in its order (section 6: "editable role values"). */
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

/** Every helper below takes what a session may have: a role, or nothing when nobody is signed in. */
type MaybeRole = Role | null | undefined;

export function isStaff(role: MaybeRole): role is StaffRole {
  return role === 'admin' || role === 'technician' || role === 'receptionist';
}

const isAdmin = (role: MaybeRole): boolean => role === 'admin';
const isDesk = (role: MaybeRole): boolean => role === 'admin' || role === 'receptionist';
const isBench = (role: MaybeRole): boolean => role === 'admin' || role === 'technician';

/** Takes in orders: admin and receptionist. */
export const canCreateOrder = isDesk;
/** Opens /orders/{id}: admin and receptionist; others read 'Acceso no autorizado.' */
export const canEditOrder = isDesk;
/** Prints from the desk: admin and receptionist. */
export const canPrintFromDesk = isDesk;
/** Opens a print sheet by its address: every staff role (a customer only the client sheet of an own order). */
export const canOpenPrintSheets = isStaff;
export const canDeleteOrder = isAdmin;
/** Sends quotes: every staff role. */
export const canQuote = isStaff;
/** Cancels with a reason: admin and technician; shown disabled to the receptionist. */
export const canCancel = isBench;
/** Delivers: every staff role that chooses it gets the same warranty dialog. */
export const canDeliver = isStaff;
/** Edits the price inline: admin and technician. */
export const canEditPrice = isBench;
/** Writes notes: every staff role. */
export const canWriteNotes = isStaff;
/** Sees the device's PIN, pattern or password on demand, which is logged. */
export const canSeeDeviceCode = isStaff;
/** Searches orders in every field; the others in order number, name, RUT, brand or model. */
export const canSearchAllFields = isAdmin;
export const canManageUsers = isAdmin;
export const canSeeReports = isAdmin;
export const canImportOrders = isAdmin;
export const canEditMessageTemplates = isAdmin;
/** Inventory, screen orders and the activity log: every staff role, else 'Acceso no autorizado.' */
export const canSeeInventory = isStaff;
export const canSeeActivityLog = isStaff;
