import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { MAX_ATTEMPTS, retryDelay } from '../../../supabase/functions/_shared/whatsapp/retry-delay.ts';
import { readWebhook } from '../../../supabase/functions/_shared/whatsapp/webhook-events.ts';
import { isSigned } from '../../../supabase/functions/_shared/whatsapp/webhook-signature.ts';

const change = (value: object) => ({ entry: [{ changes: [{ field: 'messages', value }] }] });

describe('MSG-03 the webhook’s notification', () => {
  test('MSG-03 statuses carry the provider’s id, ours, the time and the error', () => {
    const { statuses, replies } = readWebhook(
      change({
        statuses: [
          { id: 'wamid.1', status: 'delivered', timestamp: '1763700000', biz_opaque_callback_data: 'ours' },
          {
            id: 'wamid.2',
            status: 'failed',
            timestamp: '1763700000',
            errors: [{ code: 131026, title: 'Undeliverable', error_data: { details: 'No WhatsApp' } }],
          },
          { id: 'wamid.3', status: 'deleted', timestamp: '1763700000' },
        ],
      }),
    );
    expect(replies).toEqual([]);
    expect(statuses).toEqual([
      {
        providerId: 'wamid.1',
        opaque: 'ours',
        status: 'delivered',
        at: '2025-11-21T04:40:00.000Z',
        code: null,
        message: null,
      },
      {
        providerId: 'wamid.2',
        opaque: null,
        status: 'failed',
        at: '2025-11-21T04:40:00.000Z',
        code: '131026',
        message: 'No WhatsApp',
      },
    ]);
  });

  test('MSG-03 replies carry their text, or their kind where they have none', () => {
    const { replies } = readWebhook(
      change({
        messages: [
          {
            id: 'a',
            from: '56912345678',
            timestamp: '1763700000',
            type: 'text',
            text: { body: '¿Está listo?' },
          },
          { id: 'b', from: '56912345678', timestamp: '1763700000', type: 'image', image: {} },
        ],
      }),
    );
    expect(replies.map((reply) => reply.body)).toEqual(['¿Está listo?', '[image]']);
  });

  test.each([null, 'x', 7, [], { entry: 'x' }, { entry: [{ changes: [{}] }] }])(
    'MSG-03 %j holds nothing and does not throw',
    (body) => {
      expect(readWebhook(body)).toEqual({ statuses: [], replies: [] });
    },
  );
});

describe('MSG-03 the webhook’s signature', () => {
  const body = new TextEncoder().encode('{"a":1}');
  const sign = (secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

  test('MSG-03 is taken when made with the app’s secret', async () => {
    expect(await isSigned(body, sign('secret'), 'secret')).toBe(true);
  });

  test.each([
    ['another secret', sign('other')],
    ['none', null],
    ['no prefix', sign('secret').slice(7)],
    ['not hexadecimal', `sha256=${'z'.repeat(64)}`],
    ['too short', 'sha256=ab'],
  ])('MSG-03 is refused: %s', async (_, signature) => {
    expect(await isSigned(body, signature, 'secret')).toBe(false);
  });
});

describe('MSG-03 back-off', () => {
  test('MSG-03 begins between 15 and 30 s, doubles, and ends at an hour', () => {
    expect(retryDelay(1, 0)).toBe(15_000);
    expect(retryDelay(1, 1)).toBe(30_000);
    expect(retryDelay(2, 1)).toBe(60_000);
    expect(retryDelay(3, 1)).toBe(120_000);
    expect(retryDelay(20, 1)).toBe(3_600_000);
    expect(MAX_ATTEMPTS).toBe(6);
  });
});
