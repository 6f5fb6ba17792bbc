import { MESSAGE_EVENTS, ORDER_MESSAGES, numberedText } from '@taller/shared/settings/message-variables.ts';

/**
 * Approved templates of the provider, those of a new shop: text with {{n}} for the parameters. The simulator validates
 * requests against this list.
 */
export const APPROVED_TEMPLATES: Readonly<Record<string, string>> = Object.fromEntries(
  MESSAGE_EVENTS.map((event) => [ORDER_MESSAGES[event].template, numberedText(event)]),
);

/** Language of every approved template. */
export const APPROVED_LANGUAGE = 'es_CL';

/** Number of parameters in a template's text. */
export function parameterCount(body: string): number {
  return new Set(body.match(/\{\{\d+\}\}/g)).size;
}

/** The text as the customer reads it. */
export function fillTemplate(body: string, parameters: readonly string[]): string {
  return body.replaceAll(/\{\{(\d+)\}\}/g, (_, position: string) => parameters[Number(position) - 1] ?? '');
}
