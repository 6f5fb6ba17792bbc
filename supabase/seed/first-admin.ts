/** The first admin of a real, empty shop. Further people are added on the users screen. */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { loginRows } from './accounts.ts';
import { insertRows } from './insert-rows.ts';

/** Input of the start task. */
export interface FirstAdmin {
  /** Lower-cased, as in GoTrue. */
  readonly email: string;
  /** At least 6 characters (AUTH-02). At most 72 bytes, bcrypt's limit. */
  readonly password: string;
  readonly fullName: string;
}

/** Why the first admin was not created. `message` is in Spanish, for the operator. */
export class FirstAdminError extends Error {
  readonly code: 'admin_exists' | 'bad_email' | 'bad_password' | 'bad_name' | 'email_taken';

  constructor(code: FirstAdminError['code'], message: string) {
    super(message);
    this.name = 'FirstAdminError';
    this.code = code;
  }
}

function checked(admin: FirstAdmin): FirstAdmin {
  const email = admin.email.trim().toLowerCase();
  const fullName = admin.fullName.trim();
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw new FirstAdminError('bad_email', 'El correo del administrador no es válido.');
  if (admin.password.length < 6)
    throw new FirstAdminError('bad_password', 'La contraseña debe tener al menos 6 caracteres.');
  if (Buffer.byteLength(admin.password) > 72)
    throw new FirstAdminError('bad_password', 'La contraseña es demasiado larga.');
  if (fullName === '' || fullName.length > 200)
    throw new FirstAdminError('bad_name', 'Falta el nombre del administrador.');
  return { email, password: admin.password, fullName };
}

/**
 * Creates the first admin of an empty shop: a confirmed account and its profile.
 * @param sql a connection as superuser or as the role that runs the migrations.
 * @returns the new user's id.
 * @throws FirstAdminError if there is an admin already, the e-mail is in use, or the input is invalid.
 */
export async function createFirstAdmin(sql: postgres.Sql, admin: FirstAdmin): Promise<string> {
  const { email, password, fullName } = checked(admin);
  return await sql.begin(async (tx) => {
    // Two concurrent start tasks must not create two.
    await tx`select pg_advisory_xact_lock(hashtextextended('create-first-admin', 0))`;
    const [existing] = await tx`select from public.profiles where role = 'admin'`;
    if (existing) throw new FirstAdminError('admin_exists', 'La tienda ya tiene un administrador.');
    const [taken] = await tx`select from auth.users where lower(email) = ${email}`;
    if (taken) throw new FirstAdminError('email_taken', 'Ese correo ya está en uso.');
    const [hashed] = await tx`select extensions.crypt(${password}, extensions.gen_salt('bf', 10)) as hash`;
    const login = { id: randomUUID(), identityId: randomUUID(), email, metadata: { full_name: fullName } };
    const { user, identity } = loginRows(login, String(hashed?.hash), new Date().toISOString());
    await insertRows(tx, 'auth.users', [user]);
    await insertRows(tx, 'auth.identities', [identity]);
    // The trigger on auth.users has created the profile, with role customer.
    await tx`update public.profiles set role = 'admin' where id = ${login.id}`;
    return login.id;
  });
}
