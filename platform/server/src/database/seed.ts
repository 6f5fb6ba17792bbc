import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { messageOf, StartError } from '../errors/start-error.ts';
import { startProgram } from '../programs/start-program.ts';

/** Does the same as `seedDemoShop` in a process of its own. @throws StartError seed-failed */
export async function seedDemoShopApart(adminUrl: string): Promise<void> {
  const program = fileURLToPath(new URL('./seed-program.ts', import.meta.url));
  try {
    await startProgram(program, [], {
      name: 'El proceso que llena la tienda de demostración',
      env: { ...process.env, DATABASE_URL: adminUrl },
    });
  } catch (error) {
    throw new StartError('seed-failed', messageOf(error), error);
  }
}

/**
 * Seeds the demo shop in one transaction, unless it exists.
 * @param signal rolls it back.
 * @throws StartError seed-failed
 */
export async function seedDemoShop(adminUrl: string, signal?: AbortSignal): Promise<void> {
  const { seedDemo } = await import('../../../../supabase/seed/seed-demo.ts');
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  signal?.addEventListener('abort', () => void sql.end({ timeout: 0 }));
  try {
    await seedDemo(sql);
    await sql`analyze`;
  } catch (error) {
    throw new StartError(
      'seed-failed',
      `No se pudo llenar la tienda de demostración: ${messageOf(error)}`,
      error,
    );
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Gives a demo shop of an earlier version the settings that it lacks; what its users have saved stays. */
export async function refreshDemoShop(adminUrl: string): Promise<void> {
  const { keepDemoSettings } = await import('../../../../supabase/seed/write-settings.ts');
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  try {
    await keepDemoSettings(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
