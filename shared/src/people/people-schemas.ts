/** Forms about people: users (admin) and the own profile. Rule source: ORD-14, CUST-03. */
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

/** A new user: everything; the phone may be left out. */
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

/** An existing user: email and RUT are shown disabled and are not saved. */
export const editUserSchema = z.object({
  fullName: nameField(),
  phone: optionalText(LONGEST.phone),
  role: roleField(),
});

/** The own profile: the RUT is disabled and the email not saved. */
export const profileSchema = z.object({
  fullName: nameField(),
  phone: phoneField(),
  address: optionalText(LONGEST.address),
});
export type ProfileInput = z.input<typeof profileSchema>;
export type Profile = z.output<typeof profileSchema>;

/** A RUT alone: the counter types it from the identity card. */
export const rutSchema = z.object({ rut: rutField() });
export type RutInput = z.input<typeof rutSchema>;
