import { createHmac } from 'node:crypto';

/** Where and how the simulator reports. */
export interface WebhookTarget {
  /** Secret of the app, for X-Hub-Signature-256. */
  appSecret: string;
  /** Address of the function whatsapp-webhook; asked for at each call, since a server learns its port late. */
  webhookUrl: () => string;
}

/** Posts one change as the provider does, signed. @returns whether it was taken; a target that is gone counts as no. */
export async function sendWebhook(target: WebhookTarget, value: object): Promise<boolean> {
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: 'simulador',
        changes: [{ field: 'messages', value: { messaging_product: 'whatsapp', ...value } }],
      },
    ],
  });
  const signature = createHmac('sha256', target.appSecret).update(body).digest('hex');
  try {
    const response = await fetch(target.webhookUrl(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
      body,
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
