import { settingsTexts } from './texts.ts';

const texts = settingsTexts.value;

/** A field's value as the history and conflicts show it: a list by lines, the parts of an item side by side. */
export function describeValue(value: unknown): string {
  if (value === true) return texts.yes;
  if (value === false) return texts.no;
  if (Array.isArray(value)) return value.map((item) => describeValue(item)).join('\n') || texts.empty;
  if (typeof value === 'object' && value !== null)
    return Object.values(value)
      .filter((part) => part !== '' && part !== null)
      .map((part) => describeValue(part))
      .join(' · ');
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
    ? String(value)
    : texts.empty;
}
