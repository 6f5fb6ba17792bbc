import { randomUUID } from 'node:crypto';
import { compare, hash } from '@node-rs/bcrypt';
import type postgres from 'postgres';

/** bcrypt cost used by @supabase/lite, which reads the same variable; tests set it to the minimum. */
const COST = Number(process.env.LITE_AUTH_BCRYPT_COST || 10);
let nobodysHash: Promise<string> | undefined;

/**
 * The stored hash of an account if the password is correct. Does the same work for an address without an account.
 * @param email lower-cased.
 */
export async function verifiedHash(
  sql: postgres.Sql,
  email: string,
  password: string,
): Promise<string | undefined> {
  // Created on the first log-in, for any account, so that start-up is not delayed.
  nobodysHash ??= hash(randomUUID(), COST);
  const [row] = await sql`select encrypted_password from auth.users where email = ${email}`;
  const stored: unknown = row?.encrypted_password;
  const known = typeof stored === 'string' && stored !== '';
  const same = await compare(password, known ? stored : await nobodysHash);
  return known && same ? stored : undefined;
}

/** The work of hashing a password, for a response that stores none. */
export async function hashDummy(password: string): Promise<void> {
  await hash(password, COST);
}
