import type { FunctionDeps } from '../function-deps.ts';

/** The functions that 'Estado' asks for beside its own, by the names of their folders (system-status.test.ts). */
export const OTHER_FUNCTIONS = [
  'book-appointment',
  'calendar-feed',
  'check-photo',
  'open-device-code',
  'save-settings',
  'seal-records',
  'send-messages',
  'shared-photos',
  'site-builds',
  'update-quote-status',
  'whatsapp-webhook',
];

/** The functions that are not deployed to this project: each refuses a plain GET, and only the gateway answers 404. */
export async function missingFunctions(deps: FunctionDeps): Promise<string[]> {
  const ask = async (name: string) => {
    const response = await deps.fetch(`${deps.env.SUPABASE_URL}/functions/v1/${name}`);
    await response.body?.cancel();
    return response.status === 404;
  };
  const missing = await Promise.all(OTHER_FUNCTIONS.map(ask));
  return OTHER_FUNCTIONS.filter((_, index) => missing[index]);
}
