/** Forms about people: users (admin) and the user's own profile. See ORD-14, CUST-03. */
import { EDITABLE_ROLES } from '#src/access/roles.ts';
import {
  emailField,
  nameField,
  optionalText,
  passwordField,
  phoneField,
  rutField,
} from '#src/values/field-schemas.ts';
import { LONGEST } from '#src/values/longest.ts';
import { z } from '#src/values/zod.ts';

const roleField = () => z.enum(EDITABLE_ROLES, 'Elige un rol.');

/** A new user: all fields except the phone are required. */
export const newUserSchema = z.object({
  email: emailField(),
  password: passwordField(),
  fullName: nameField(),
  rut: rutField(),
  phone: optionalText(LONGEST.phone),
  role: roleField(),
});
export type NewUserInput = z.input<typeof newUserSchema>;
export type NewUser = z.output<typeof newUserSchema>;

/** A customer at the counter; the password comes with an invitation. */
export const newCustomerSchema = z.object({
  email: emailField(),
  fullName: nameField(),
  rut: rutField(),
  phone: phoneField(),
});
export type NewCustomerInput = z.input<typeof newCustomerSchema>;
export type NewCustomer = z.output<typeof newCustomerSchema>;

/** An existing user: e-mail and RUT are disabled and not saved. */
export const editUserSchema = z.object({
  fullName: nameField(),
  phone: optionalText(LONGEST.phone),
  role: roleField(),
});

/** The own profile: the RUT is disabled and the e-mail not saved. */
export const profileSchema = z.object({
  fullName: nameField(),
  phone: phoneField(),
  address: optionalText(LONGEST.address),
});
export type ProfileInput = z.input<typeof profileSchema>;
export type Profile = z.output<typeof profileSchema>;

/** A RUT, entered at the counter from the identity card. */
export const rutSchema = z.object({ rut: rutField() });
export type RutInput = z.input<typeof rutSchema>;
