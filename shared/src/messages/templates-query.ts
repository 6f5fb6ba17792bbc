import { keepPreviousData, queryOptions } from '@taller/shared/query';
import { supabase } from '@taller/shared/runtime';
import { unwrap } from '#src/data-access/data-error.ts';
import { messageKeys } from './keys.ts';

/** A template with a preview for an order. */
export interface TemplatePreview {
  event: string;
  /** Its name and language at the provider. */
  template: string;
  language: string;
  /** Whether the event sends its message. */
  enabled: boolean;
  /** The provider's text, with {{1}}, {{2}} … for the variables. */
  body: string;
  /** Each variable with its value for this order, sorted by number. */
  variables: { name: string; value: string }[];
  /** The text with the values filled in. */
  text: string;
}

export interface TemplatePreviews {
  /** The order of the preview; null if it does not exist, in which case there is no preview. */
  order_number: number | null;
  templates: TemplatePreview[];
}

/** Renders a template's body with its parameters instead of {{1}}, {{2}} … */
export function fillTemplate(body: string, params: readonly string[]): string {
  return body.replaceAll(/\{\{(\d+)\}\}/g, (hole, position: string) => params[Number(position) - 1] ?? hole);
}

async function fetchTemplates(orderNumber: number | null, signal: AbortSignal): Promise<TemplatePreviews> {
  const client = await supabase();
  const rows = unwrap(
    await client
      .rpc('preview_messages', orderNumber === null ? {} : { p_order_number: orderNumber })
      .abortSignal(signal),
  );
  return {
    order_number: rows[0]?.order_number ?? null,
    templates: rows.map((row) => ({
      event: row.event,
      template: row.template,
      language: row.language,
      enabled: row.enabled,
      body: row.body,
      variables: row.variables.map((name, at) => ({ name, value: row.params[at] ?? '' })),
      text: fillTemplate(row.body, row.params),
    })),
  };
}

/**
 * Every template with a preview for an order; by default for the newest one.
 * @param version of the settings' section, which has the templates.
 */
export const templatesQuery = (orderNumber: number | null, version: number) =>
  queryOptions({
    queryKey: messageKeys.templates(orderNumber, version),
    queryFn: ({ signal }) => fetchTemplates(orderNumber, signal),
    placeholderData: keepPreviousData,
  });
