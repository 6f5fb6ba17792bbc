import { escapeHtml } from './escape-html.ts';

/** HTML that is safe to include. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Template tag: every value is escaped unless it is Html itself. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (Html | readonly Html[] | string | number)[]
): Html {
  const asText = (value: (typeof values)[number]): string => {
    if (value instanceof Html) return value.text;
    return typeof value === 'string' || typeof value === 'number'
      ? escapeHtml(String(value))
      : value.map((item) => item.text).join('');
  };
  return new Html(parts.reduce((text, part, index) => text + asText(values[index - 1] ?? '') + part));
}
