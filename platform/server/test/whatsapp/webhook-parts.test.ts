import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { retryDelay } from '../../../../supabase/functions/_shared/outbox/retry-delay.ts';
import { MAX_ATTEMPTS } from '../../../../supabase/functions/_shared/whatsapp/send-due-messages.ts';
import { readWebhook } from '../../../../supabase/functions/_shared/whatsapp/webhook-events.ts';
import { isSigned } from '../../../../supabase/functions/_shared/whatsapp/webhook-signature.ts';

const NOW = new Date('2026-11-26T12:00:00Z');
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
      NOW,
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

  test.each([
    [{ type: 'text', text: { body: '¿Está listo?' } }, '¿Está listo?'],
    [{ type: 'button', button: { text: 'Sí, gracias', payload: 'p' } }, 'Sí, gracias'],
    [
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: '1', title: 'Sí' } } },
      'Sí',
    ],
    [
      {
        type: 'interactive',
        interactive: { type: 'list_reply', list_reply: { id: '1', title: 'El lunes' } },
      },
      'El lunes',
    ],
    [{ type: 'reaction', reaction: { message_id: 'x', emoji: '👍' } }, 'Reacción: 👍'],
    [{ type: 'reaction', reaction: { message_id: 'x' } }, 'Quitó su reacción'],
    [{ type: 'image', image: { id: '1' } }, 'Foto'],
    [{ type: 'image', image: { id: '1', caption: 'Así quedó' } }, 'Foto: Así quedó'],
    [{ type: 'video', video: { caption: 'Parpadea' } }, 'Video: Parpadea'],
    [
      { type: 'document', document: { filename: 'boleta.pdf', caption: 'La boleta' } },
      'Archivo: boleta.pdf, La boleta',
    ],
    [{ type: 'audio', audio: { id: '1', voice: true } }, 'Nota de voz'],
    [{ type: 'audio', audio: { id: '1' } }, 'Audio'],
    [{ type: 'sticker', sticker: {} }, 'Sticker'],
    [
      { type: 'location', location: { name: 'Mi casa', latitude: -33.45, longitude: -70.66 } },
      'Ubicación: Mi casa, -33.45, -70.66',
    ],
    [{ type: 'contacts', contacts: [{ name: { formatted_name: 'Eva Soto' } }] }, 'Contacto: Eva Soto'],
    [{ type: 'unsupported', errors: [] }, 'Mensaje que solo se puede ver en WhatsApp'],
    [{}, 'Mensaje que solo se puede ver en WhatsApp'],
  ])('MSG-21 the reply %j is read as %j', (message, said) => {
    const { replies } = readWebhook(
      change({ messages: [{ id: 'a', from: '56912345678', timestamp: '1763700000', ...message }] }),
      NOW,
    );
    expect(replies.map(({ body }) => body)).toEqual([said]);
  });

  test('MSG-22 U+0000 and half characters are removed from a reply, and an impossible time becomes that of arrival', () => {
    const times = ['1763700000', '1e300', '-5', 'ayer', '99999999999', null];
    const { replies, ignored } = readWebhook(
      change({
        messages: times.map((timestamp) => ({
          id: 'a\0',
          from: '56912345678',
          timestamp,
          type: 'text',
          text: { body: 'ho\0la \ud83d' },
        })),
        statuses: [{ id: 'w', status: 'read', timestamp: '1e300' }, { status: 'read' }],
      }),
      NOW,
    );
    const arrival = '2026-11-26T12:00:00.000Z';
    expect(replies.map(({ at }) => at)).toEqual(['2025-11-21T04:40:00.000Z', ...Array(5).fill(arrival)]);
    expect(new Set(replies.map(({ body, providerId }) => `${providerId} ${body}`))).toEqual(
      new Set(['a hola \ufffd']),
    );
    expect(ignored).toBe(1);
  });

  test.each([null, 'x', 7, [], { entry: 'x' }, { entry: [{ changes: [{}] }] }])(
    'MSG-03 the notification %j contains nothing and does not throw',
    (body) => {
      expect(readWebhook(body, NOW)).toEqual({ statuses: [], replies: [], ignored: 0 });
    },
  );
});

describe('MSG-03 the webhook’s signature', () => {
  const body = new TextEncoder().encode('{"a":1}');
  const sign = (secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

  test('MSG-03 a webhook signature made with the app’s secret is accepted', async () => {
    expect(await isSigned(body, sign('secret'), 'secret')).toBe(true);
  });

  test.each([
    ['another secret', sign('other')],
    ['none', null],
    ['no prefix', sign('secret').slice(7)],
    ['not hexadecimal', `sha256=${'z'.repeat(64)}`],
    ['too short', 'sha256=ab'],
  ])('MSG-03 a webhook signature is refused: %s', async (_, signature) => {
    expect(await isSigned(body, signature, 'secret')).toBe(false);
  });
});

describe('MSG-03 back-off of messages', () => {
  test('MSG-03 the back-off begins between 15 and 30 s, doubles, and ends at an hour', () => {
    expect(retryDelay(1, 0)).toBe(15_000);
    expect(retryDelay(1, 1)).toBe(30_000);
    expect(retryDelay(2, 1)).toBe(60_000);
    expect(retryDelay(3, 1)).toBe(120_000);
    expect(retryDelay(20, 1)).toBe(3_600_000);
    expect(MAX_ATTEMPTS).toBe(6);
  });
});
