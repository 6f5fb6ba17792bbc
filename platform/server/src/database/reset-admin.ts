import { randomInt } from 'node:crypto';
import type postgres from 'postgres';
import { StartError } from '../errors/start-error.ts';

/** Letters and digits that are not confused when read aloud. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';

const newPassword = () =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => SIGNS[randomInt(SIGNS.length)]).join(''),
  ).join('-');

/**
 * Resets the account of an admin whom no other admin can help: a new password, no second factor, no session. It is for
 * the operator of the machine, who can read and write the database anyway.
 * @param email the admin's address; may be omitted if there is only one admin.
 * @throws StartError that names the admins if the choice is ambiguous.
 */
export async function resetAdmin(
  sql: postgres.Sql,
  email: string | undefined,
): Promise<{ email: string; password: string }> {
  return sql.begin(async (tx) => {
    const admins = await tx`select id, email from public.profiles where role = 'admin' order by email`;
    const meant = admins.filter((row) => email === undefined || String(row.email) === email.toLowerCase());
    const [admin] = meant;
    if (!admin || meant.length > 1) {
      const known = admins.map((row) => String(row.email)).join(', ') || 'ninguno';
      throw new StartError(
        'bad-options',
        `Di de qué administrador se trata: npm run reset-admin -- --email CORREO. Administradores: ${known}.`,
      );
    }
    const password = newPassword();
    await tx`
      update auth.users set encrypted_password = extensions.crypt(${password}, extensions.gen_salt('bf', 10)),
        email_confirmed_at = coalesce(email_confirmed_at, now())
      where id = ${admin.id}`;
    await tx`delete from auth.mfa_factors where user_id = ${admin.id}`;
    await tx`delete from auth.sessions where user_id = ${admin.id}`;
    await tx`delete from private.session_use where user_id = ${admin.id}`;
    return { email: String(admin.email), password };
  });
}
