import { createClient } from '@supabase/supabase-js';
import { setTimeout as delay } from 'node:timers/promises';
import { sendDueMessages } from '../../../../supabase/functions/_shared/whatsapp/send-due-messages.ts';

// A sender in a separate process, to be killed: sends due messages repeatedly. Environment: SENDER_URL and SENDER_KEY
// (the server and its secret key), SENDER_LOCK_SECONDS, and the environment of the function send-messages.
const { SENDER_URL = '', SENDER_KEY = '', SENDER_LOCK_SECONDS } = process.env;
const database = createClient(SENDER_URL, SENDER_KEY, {
  auth: { persistSession: false, autoRefreshToken: false },
});
const deps = {
  env: process.env,
  client: () => database,
  admin: () => database,
  clientAddress: () => null,
  fetch: globalThis.fetch,
  now: () => new Date(),
  log: (level: string, text: string) => console.error(level, text),
};
for (;;) {
  const { sent } = await sendDueMessages(deps, { lockSeconds: Number(SENDER_LOCK_SECONDS) });
  // Messages claimed by a killed sender are due again after the lock's seconds, so this process keeps looking.
  await delay(sent > 0 ? 0 : 100);
}
