import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callProvider, requestBody } from '../../../../supabase/functions/_shared/whatsapp/call-provider.ts';
import type { OutboxMessage } from '../../../../supabase/functions/_shared/whatsapp/outbox-message.ts';
import {
  readWhatsappConfig,
  type WhatsappConfig,
} from '../../../../supabase/functions/_shared/whatsapp/whatsapp-config.ts';
import { serveSimulator } from './serve-simulator.ts';

let served: Awaited<ReturnType<typeof serveSimulator>>;
let config: WhatsappConfig;

beforeAll(async () => {
  served = await serveSimulator();
  const read = readWhatsappConfig(served.env);
  if (read === null) throw new Error('no configuration');
  config = read;
});
afterAll(() => served.close());

function message(part: Partial<OutboxMessage> = {}): OutboxMessage {
  return {
    id: '0b0c7d0e-0000-4000-8000-000000000001',
    order_id: '0b0c7d0e-0000-4000-8000-000000000002',
    template: 'new_order',
    language: 'es_CL',
    params: ['000123'],
    phone: '56912345678',
    attempts: 1,
    ...part,
  };
}

describe('MSG-01 every template has the provider’s form', () => {
  test.each([
    ['new_order', ['000123']],
    ['status_update', ['000123', 'En Progreso']],
    ['order_quoted', ['000123', 'Cambio de pantalla', '$45.990', 'http://localhost/decision-presupuesto/x']],
    ['order_completed', ['000123']],
    ['order_cancelled', ['000123', 'Sin repuesto']],
    ['order_delivered_v2', ['000123', 'Garantía de 90 días']],
  ])('MSG-01 the provider accepts template %s with its parameters in es_CL', async (template, params) => {
    const result = await callProvider(config, message({ template, params }), fetch);
    expect(result.outcome).toBe('sent');
    const taken = served.simulator.log().messages.at(-1);
    expect(taken).toMatchObject({ template, language: 'es_CL', parameters: params, to: '56912345678' });
    for (const parameter of params) expect(taken?.text).toContain(parameter);
  });

  test('MSG-01 the body is a template message with text parameters and our id', () => {
    expect(requestBody(message({ params: ['000123'] }))).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '56912345678',
      type: 'template',
      template: {
        name: 'new_order',
        language: { code: 'es_CL' },
        components: [{ type: 'body', parameters: [{ type: 'text', text: '000123' }] }],
      },
      biz_opaque_callback_data: '0b0c7d0e-0000-4000-8000-000000000001',
    });
  });
});

describe('MSG-02 refusals of the provider', () => {
  test.each([
    { kind: 131026, retryable: false },
    { kind: 131008, retryable: false },
    { kind: 132000, retryable: false },
    { kind: 132001, retryable: false },
    { kind: 190, retryable: true },
    { kind: 130429, retryable: true },
    { kind: 131056, retryable: true },
    { kind: 131016, retryable: true },
    { kind: 131000, retryable: true },
  ])('MSG-02 code $kind is refused, retryable: $retryable', async ({ kind, retryable }) => {
    served.simulator.failNext({ kind, times: 1 });
    const result = await callProvider(config, message(), fetch);
    expect(result).toMatchObject({ outcome: 'refused', code: String(kind), retryable });
  });

  test('MSG-02 an answer that is not an error of the provider is retryable', async () => {
    served.simulator.failNext({ kind: 'http_500', times: 1 });
    const result = await callProvider(config, message(), fetch);
    expect(result).toMatchObject({ outcome: 'refused', code: 'http_500', retryable: true });
  });

  test('MSG-02 a connection cut after the request went out is unknown: the provider has the message', async () => {
    served.simulator.failNext({ kind: 'no_answer', times: 1 });
    const before = served.simulator.log().messages.length;
    const result = await callProvider(config, message(), fetch);
    expect(result.outcome).toBe('unknown');
    expect(served.simulator.log().messages.length).toBe(before + 1);
  });

  test('MSG-04 an answer 200 that cannot be read is unknown, not refused: the provider has the message', async () => {
    served.simulator.failNext({ kind: 'unreadable', times: 1 });
    const before = served.simulator.log().messages.length;
    const result = await callProvider(config, message(), fetch);
    expect(result).toEqual({ outcome: 'unknown', message: 'No se pudo leer la respuesta de WhatsApp.' });
    expect(served.simulator.log().messages.length).toBe(before + 1);
  });

  test.each([
    [502, 'unknown'],
    [504, 'unknown'],
    [503, 'refused'],
  ])('MSG-04 status %i without the provider’s own answer is %s', async (status, outcome) => {
    const gateway: typeof fetch = async () => new Response('<html>', { status });
    expect((await callProvider(config, message(), gateway)).outcome).toBe(outcome);
  });

  test('MSG-02 a message to an unreachable provider counts as not sent', async () => {
    const gone = await serveSimulator();
    await gone.close();
    const unreachable = { ...config, apiUrl: gone.url };
    const result = await callProvider(unreachable, message(), fetch);
    expect(result).toMatchObject({ outcome: 'refused', code: 'connection', retryable: true });
  });

  test('MSG-03 a wrong credential is reported as such', async () => {
    const result = await callProvider({ ...config, token: 'old' }, message(), fetch);
    expect(result).toMatchObject({ outcome: 'refused', code: '190', retryable: true });
  });
});

describe('MSG-03 the simulator is as strict as the provider', () => {
  test.each([
    ['an unknown template', { template: 'hola' }, '132001'],
    ['another language', { language: 'es_AR' }, '132001'],
    ['too few parameters', { params: [] }, '132000'],
    ['too many parameters', { params: ['a', 'b'] }, '132000'],
    ['an empty parameter', { params: [''] }, '100'],
    ['a line break in a parameter', { params: ['a\nb'] }, '100'],
    ['five spaces in a parameter', { params: ['a     b'] }, '100'],
    ['letters in the phone', { phone: '56abc' }, '131009'],
  ])('MSG-03 the simulator refuses %s', async (_, part, code) => {
    const result = await callProvider(config, message(part), fetch);
    expect(result).toMatchObject({ outcome: 'refused', code, retryable: false });
  });
});
