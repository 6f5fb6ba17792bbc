import { createHmac } from 'node:crypto';

/** Target and credentials of webhooks. */
export interface WebhookTarget {
  /** App secret for X-Hub-Signature-256. */
  appSecret: string;
  /** URL of the function whatsapp-webhook; evaluated at each call, since a server knows its port late. */
  webhookUrl: () => string;
}

/** Posts one signed change, like the provider. @returns whether it was accepted; false if the target is unreachable. */
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
