import { editUserSchema } from '@taller/shared/people/people-schemas.ts';
import { z } from '@taller/shared/values/zod.ts';
import { EDITABLE_ROLES, isStaff, ROLE_LABELS, ROLES, type Role } from '@taller/shared/access/roles.ts';
import type { SelectOption } from '@taller/shared/ui/select.tsx';

/**
 * Like {@link editUserSchema}, for an account that may remain a customer's: its name and phone can be corrected without
 * a staff role.
 */
export const editAccountSchema = z.object({ ...editUserSchema.shape, role: z.enum(ROLES) });
export type EditAccountInput = z.input<typeof editAccountSchema>;
export type EditAccount = z.output<typeof editAccountSchema>;

const option = (role: Role): SelectOption => ({ value: role, label: ROLE_LABELS[role] });
const STAFF_OPTIONS: readonly SelectOption[] = EDITABLE_ROLES.map(option);

/** The role options (ORD-14): technician, receptionist, admin; a customer's account can also keep its role. */
export function roleOptions(present: Role | null): readonly SelectOption[] {
  return present === null || isStaff(present) ? STAFF_OPTIONS : [option(present), ...STAFF_OPTIONS];
}
