import { randomUUID } from 'node:crypto';
import { compare, hash } from '@node-rs/bcrypt';
import type postgres from 'postgres';

/** Cost of the hashes that @supabase/lite makes; it reads the same variable, which tests set to the least. */
const COST = Number(process.env.LITE_AUTH_BCRYPT_COST || 10);
let nobodysHash: Promise<string> | undefined;

/**
 * The stored hash of an account if the password is right. Takes the same work for an address without an account.
 * @param email in lower case.
 */
export async function verifiedHash(
  sql: postgres.Sql,
  email: string,
  password: string,
): Promise<string | undefined> {
  // With the first log-in, whoever's it is: a start does not pay for it.
  nobodysHash ??= hash(randomUUID(), COST);
  const [row] = await sql`select encrypted_password from auth.users where email = ${email}`;
  const stored: unknown = row?.encrypted_password;
  const known = typeof stored === 'string' && stored !== '';
  const same = await compare(password, known ? stored : await nobodysHash);
  return known && same ? stored : undefined;
}

/** The work of storing a password, for an answer that stores none. */
export async function hashForNobody(password: string): Promise<void> {
  await hash(password, COST);
}
