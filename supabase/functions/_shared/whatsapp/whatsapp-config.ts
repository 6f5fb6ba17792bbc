/** Settings of the WhatsApp Cloud API, from the function's environment. The token never leaves the function. */
export interface WhatsappConfig {
  /** Without a trailing slash, e.g. https://graph.facebook.com */
  apiUrl: string;
  /** e.g. v23.0 */
  version: string;
  phoneNumberId: string;
  token: string;
}

/**
 * Reads WHATSAPP_API_URL, WHATSAPP_API_VERSION, WHATSAPP_PHONE_NUMBER_ID and WHATSAPP_TOKEN; null when there is no
 * credential.
 */
export function readWhatsappConfig(env: Readonly<Record<string, string | undefined>>): WhatsappConfig | null {
  const token = env.WHATSAPP_TOKEN;
  const phoneNumberId = env.WHATSAPP_PHONE_NUMBER_ID;
  if (!token || !phoneNumberId) return null;
  return {
    apiUrl: (env.WHATSAPP_API_URL ?? 'https://graph.facebook.com').replace(/\/+$/, ''),
    version: env.WHATSAPP_API_VERSION ?? 'v23.0',
    phoneNumberId,
    token,
  };
}

/** Secrets that sending, webhooks and the schedule need. */
const NEEDED = [
  'WHATSAPP_TOKEN',
  'WHATSAPP_PHONE_NUMBER_ID',
  'WHATSAPP_APP_SECRET',
  'WHATSAPP_VERIFY_TOKEN',
  'CRON_SECRET',
] as const;

/** Names, never values, of the secrets that are not set. */
export const missingSecrets = (env: Readonly<Record<string, string | undefined>>): string[] =>
  NEEDED.filter((name) => !env[name]);
