import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { TestServer } from '../../src/testing/start-test-server.ts';

export const PASSWORD = 'clave-de-prueba';

/** A client without a session, like a browser that is not signed in. */
export function anonClient(
  server: Pick<TestServer, 'url' | 'keys'>,
  key = server.keys.publishable,
  headers: Record<string, string> = {},
): SupabaseClient {
  return createClient(server.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers },
  });
}

/** The metadata of a registration, as the form sends it. */
export const REGISTRATION = { full_name: 'Persona de Prueba', rut: '12345678-5', phone: '+56911112222' };

let counter = 0;

/** Registers a user through the API, from a separate network, confirms by the mailed link and signs in. */
export async function registeredClient(
  server: TestServer,
  email = `persona-${(counter += 1)}@prueba.test`,
): Promise<{ client: SupabaseClient; id: string; email: string }> {
  const network = `192.0.2.${(counter += 1) % 250}`;
  const client = anonClient(server, undefined, { 'x-forwarded-for': network });
  const data = { ...REGISTRATION, rut: `${11_000_000 + (counter += 1)}-1` };
  const registered = await client.auth.signUp({ email, password: PASSWORD, options: { data } });
  if (registered.error) throw registered.error;
  const mail = (await server.mails()).find(({ to }) => to === email);
  if (!mail) throw new Error('no confirmation mail');
  await redeem(client, mail.link);
  await client.auth.updateUser({ password: PASSWORD });
  const { data: session, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { client, id: session.user.id, email };
}

/** Redeems a mailed link, as the press in its page does; the client is signed in then. */
export function redeem(client: SupabaseClient, link: string) {
  const { searchParams } = new URL(link);
  return client.auth.verifyOtp({
    token_hash: searchParams.get('token_hash') ?? '',
    type: searchParams.get('type') as 'signup' | 'recovery',
  });
}
