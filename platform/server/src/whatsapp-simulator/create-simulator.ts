import { randomBytes } from 'node:crypto';
import { SIMULATOR_API_PATH } from './simulator-routes.ts';
import { WhatsappSimulator } from './whatsapp-simulator.ts';

/**
 * A simulator for this server's own functions, and the environment that makes them use it. Secrets are regenerated at
 * each start.
 */
export function createSimulator(
  siteUrl: string,
  shopName: () => string,
): {
  simulator: WhatsappSimulator;
  env: Record<string, string>;
} {
  const secret = () => randomBytes(24).toString('base64url');
  const env = {
    WHATSAPP_TOKEN: secret(),
    WHATSAPP_PHONE_NUMBER_ID: '100000000000001',
    WHATSAPP_APP_SECRET: secret(),
    WHATSAPP_VERIFY_TOKEN: secret(),
    WHATSAPP_API_URL: new URL(SIMULATOR_API_PATH, siteUrl).href,
    WHATSAPP_API_VERSION: 'v23.0',
  };
  const simulator = new WhatsappSimulator({
    token: env.WHATSAPP_TOKEN,
    phoneNumberId: env.WHATSAPP_PHONE_NUMBER_ID,
    appSecret: env.WHATSAPP_APP_SECRET,
    webhookUrl: () => new URL('/functions/v1/whatsapp-webhook', siteUrl).href,
    reportDelivery: true,
    words: () => ({ tienda: shopName(), sitio: siteUrl }),
  });
  return { simulator, env };
}
