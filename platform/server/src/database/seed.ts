import postgres from 'postgres';
import { messageOf, StartError } from '../errors/start-error.ts';

/** Seeds the demo shop in one transaction, unless it exists. @throws StartError seed-failed */
export async function seedDemoShop(adminUrl: string): Promise<void> {
  const { seedDemo } = await import('../../../../supabase/seed/seed-demo.ts');
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
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
