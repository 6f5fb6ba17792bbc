import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clientRule, proxyRule } from '../../src/network/client-address.ts';
import { createHandler } from '../../src/http/handler.ts';
import { silentLog } from '../../src/log/log.ts';
import { originRule } from '../../src/http/origin.ts';
import { simulatorRoutes } from '../../src/whatsapp-simulator/simulator-routes.ts';
import { WhatsappSimulator } from '../../src/whatsapp-simulator/whatsapp-simulator.ts';

/** Environment of the functions that configures the test's simulator. */
export const SECRETS = {
  WHATSAPP_TOKEN: 'test-token',
  WHATSAPP_PHONE_NUMBER_ID: '5551234',
  WHATSAPP_APP_SECRET: 'test-app-secret',
  WHATSAPP_VERIFY_TOKEN: 'test-verify-token',
};

/** A simulator on its own port. `webhookUrl`: where it sends webhooks; by default nowhere. */
export async function serveSimulator(options: { webhookUrl?: () => string; reportDelivery?: boolean } = {}) {
  const simulator = new WhatsappSimulator({
    token: SECRETS.WHATSAPP_TOKEN,
    phoneNumberId: SECRETS.WHATSAPP_PHONE_NUMBER_ID,
    appSecret: SECRETS.WHATSAPP_APP_SECRET,
    webhookUrl: options.webhookUrl ?? (() => 'http://127.0.0.1:9/none'),
    reportDelivery: options.reportDelivery ?? false,
    words: () => ({ tienda: 'Taller de prueba', sitio: 'https://taller.example' }),
  });
  const handler = createHandler(
    { originOf: originRule(undefined), clientOf: clientRule([]), isProxy: proxyRule([]) },
    silentLog,
  );
  handler.open(simulatorRoutes(simulator));
  const server = createServer(handler.listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    simulator,
    url,
    /** Environment of functions that send through this simulator. */
    env: { ...SECRETS, WHATSAPP_API_URL: `${url}/_dev/whatsapp/api`, WHATSAPP_API_VERSION: 'v23.0' },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
