import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import postgres from 'postgres';
import { StartError } from '@taller/server/errors/start-error.ts';
import { createFirstAdmin, FirstAdminError } from '../../../supabase/seed/first-admin.ts';

/** The admin that was created. */
export interface CreatedAdmin {
  email: string;
  /** Present if it was generated. */
  generatedPassword?: string;
}

interface Answers {
  email: string;
  password: string;
  fullName: string;
}

const DEFAULT_NAME = 'Administración';

/**
 * Creates the first admin of an empty shop: from ADMIN_EMAIL, ADMIN_PASSWORD and ADMIN_NAME, else interactively, else
 * with a generated password.
 * @returns undefined if there is an admin already.
 */
export async function ensureFirstAdmin(
  server: { adminUrl: string },
  env: NodeJS.ProcessEnv,
): Promise<CreatedAdmin | undefined> {
  const sql = postgres(server.adminUrl, { max: 1, onnotice: () => {} });
  try {
    const [existing] = await sql`select from public.profiles where role = 'admin'`;
    if (existing) return undefined;
    return env.ADMIN_EMAIL === undefined && process.stdin.isTTY
      ? await askAndCreate(sql)
      : await createFromEnv(sql, env);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function createFromEnv(sql: postgres.Sql, env: NodeJS.ProcessEnv): Promise<CreatedAdmin> {
  const email = env.ADMIN_EMAIL ?? 'admin@taller.local';
  const password = env.ADMIN_PASSWORD ?? randomBytes(12).toString('base64url');
  try {
    await createFirstAdmin(sql, { email, password, fullName: env.ADMIN_NAME ?? DEFAULT_NAME });
  } catch (error) {
    if (error instanceof FirstAdminError)
      throw new StartError('bad-options', `${error.message} (ADMIN_EMAIL, ADMIN_PASSWORD)`, error);
    throw error;
  }
  return env.ADMIN_PASSWORD === undefined ? { email, generatedPassword: password } : { email };
}

/** Prompts until the answers are valid. An empty password generates one. */
async function askAndCreate(sql: postgres.Sql): Promise<CreatedAdmin> {
  console.log('\nEsta tienda todavía no tiene administrador. Crea el primero:');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const interruption = new AbortController();
  terminal.on('SIGINT', () => {
    interruption.abort();
    process.kill(process.pid, 'SIGINT');
  });
  const ask = (question: string) => terminal.question(question, { signal: interruption.signal });
  try {
    for (;;) {
      const given: Answers = {
        fullName: (await ask('  Nombre completo: ')) || DEFAULT_NAME,
        email: await ask('  Correo: '),
        password: await ask('  Contraseña (vacía: se genera una): '),
      };
      const password = given.password || randomBytes(12).toString('base64url');
      try {
        await createFirstAdmin(sql, { ...given, password });
        return given.password === ''
          ? { email: given.email, generatedPassword: password }
          : { email: given.email };
      } catch (error) {
        if (!(error instanceof FirstAdminError)) throw error;
        console.log(`  ${error.message}`);
      }
    }
  } finally {
    terminal.close();
  }
}
