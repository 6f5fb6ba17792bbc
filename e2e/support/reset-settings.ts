import type { RunningServer } from '@taller/server/start-server.ts';
import { DEMO_SETTINGS } from '../../supabase/seed/demo-settings.ts';
import { withDatabase } from './database.ts';

/** The settings of a test's shop: the demo's, whose messages wait for no 'Deshacer' (MSG-25). */
const SETTINGS = { ...DEMO_SETTINGS, messages: { ...DEMO_SETTINGS.messages, undoSeconds: 0 } };

/** Puts back what tests have changed in 'Ajustes', for the next ones at the same shop. */
export function resetSettings(shop: RunningServer): Promise<void> {
  return withDatabase(shop, async (sql) => {
    for (const [section, value] of Object.entries(SETTINGS))
      await sql`update setting_sections set value = ${JSON.stringify(value)}::text::jsonb
        where section = ${section} and value <> ${JSON.stringify(value)}::text::jsonb`;
  });
}
