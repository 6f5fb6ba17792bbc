import type postgres from 'postgres';
import { DEMO_SETTINGS } from './demo-settings.ts';

/**
 * Replaces the initial settings by the demo's, in sections that nobody has saved, as if the shop had begun with them.
 * @param tx a transaction in which the triggers of the tables are off.
 */
export async function writeSettings(tx: postgres.TransactionSql): Promise<void> {
  for (const [section, value] of Object.entries(DEMO_SETTINGS)) {
    const json = JSON.stringify(value);
    await tx`update public.setting_sections set value = ${json}::text::jsonb 
      where section = ${section} and version = 1 and value <> ${json}::text::jsonb`;
    await tx`update public.setting_changes set after = ${json}::text::jsonb
      where section = ${section} and version = 1 and after <> ${json}::text::jsonb`;
  }
}

/**
 * Gives a demo shop that was filled by an earlier version, before there were settings or a section of them, the demo's.
 * @param sql a connection as superuser.
 */
export async function keepDemoSettings(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await writeSettings(tx);
  });
}
