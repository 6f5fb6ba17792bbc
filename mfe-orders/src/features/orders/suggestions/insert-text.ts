import type { Stretch } from './canned-text.ts';

/**
 * Replaces a stretch of a field's text as if it were typed: Ctrl+Z takes it back, and the form hears of it. The command
 * is deprecated, but nothing else writes into the browser's own history; without it the text is set and announced.
 */
export function insertText(field: HTMLTextAreaElement, { start, end }: Stretch, text: string): void {
  field.focus();
  field.setSelectionRange(start, end);
  const { execCommand } = document as Partial<Pick<Document, 'execCommand'>>;
  if (execCommand?.call(document, 'insertText', false, text)) return;
  field.setRangeText(text, start, end, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}
