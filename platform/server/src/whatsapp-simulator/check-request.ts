import { z } from 'zod';
import { providerError } from './provider-error.ts';
import {
  MESSAGE_EVENTS,
  numberedText,
  ORDER_MESSAGES,
  type ShopWords,
} from '@taller/shared/settings/message-variables.ts';

/**
 * Approved templates of the provider, those of a new shop: text with {{n}} for the parameters. The simulator validates
 * requests against this list.
 */
export const approvedTemplates = (words: ShopWords): ReadonlyMap<string, string> =>
  new Map(MESSAGE_EVENTS.map((event) => [ORDER_MESSAGES[event].template, numberedText(event, words)]));

/** Language of every approved template. */
export const APPROVED_LANGUAGE = 'es_CL';

/** Number of parameters in a template's text. */
function parameterCount(body: string): number {
  return new Set(body.match(/\{\{\d+\}\}/g)).size;
}

/** The text as the customer reads it. */
function fillTemplate(body: string, parameters: readonly string[]): string {
  return body.replaceAll(/\{\{(\d+)\}\}/g, (_, position: string) => parameters[Number(position) - 1] ?? '');
}

/** The provider rejects line breaks, tabs and more than four consecutive spaces. */
const parameterText = z
  .string()
  .min(1)
  .max(1024)
  .regex(/^(?!.*(?:[\n\t]| {5})).*$/s);

const templateMessage = z.object({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual').optional(),
  to: z.string().regex(/^\d{8,15}$/),
  type: z.literal('template'),
  template: z.object({
    name: z.string().min(1),
    language: z.object({ code: z.string().min(1) }),
    components: z.array(
      z.object({
        type: z.literal('body'),
        parameters: z.array(z.object({ type: z.literal('text'), text: parameterText })),
      }),
    ),
  }),
  biz_opaque_callback_data: z.string().max(512).optional(),
});

/** A valid message. */
export interface AcceptedMessage {
  to: string;
  template: string;
  language: string;
  parameters: string[];
  /** The message as the customer reads it. */
  text: string;
  /** The sender's own id, echoed in webhooks. */
  opaque: string | null;
}

/** Validates a request body as strictly as the provider: fields, template, language, number of parameters. */
export function checkRequest(body: unknown, words: ShopWords): AcceptedMessage | Response {
  const parsed = templateMessage.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join('.') ?? '';
    const missing = issue?.code === 'invalid_type' && issue.message.includes('undefined');
    return providerError(missing ? 131008 : field === 'to' ? 131009 : 100, field === '' ? 'body' : field);
  }
  const { to, template, biz_opaque_callback_data: opaque } = parsed.data;
  const text = approvedTemplates(words).get(template.name);
  if (text === undefined || template.language.code !== APPROVED_LANGUAGE) {
    return providerError(
      132001,
      `template name (${template.name}) does not exist in ${template.language.code}`,
    );
  }
  const parameters = template.components.flatMap((component) =>
    component.parameters.map((item) => item.text),
  );
  const expected = parameterCount(text);
  if (parameters.length !== expected) {
    return providerError(
      132000,
      `body: number of localizable_params (${parameters.length}) does not match ${expected}`,
    );
  }
  return {
    to,
    template: template.name,
    language: template.language.code,
    parameters,
    text: fillTemplate(text, parameters),
    opaque: opaque ?? null,
  };
}
