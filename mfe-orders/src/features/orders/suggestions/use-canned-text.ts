import { useRef, useState } from 'react';
import { matching, slashAt, spaced, type Stretch } from './canned-text.ts';
import { useListKeys } from './use-list-keys.ts';

/**
 * Replaces a stretch of a field's text as if it were typed: Ctrl+Z takes it back, and the form hears of it. The command
 * is deprecated, but nothing else writes into the browser's own history; without it the text is set and announced.
 */
function insertText(field: HTMLTextAreaElement, { start, end }: Stretch, text: string): void {
  field.focus();
  field.setSelectionRange(start, end);
  const { execCommand } = document as Partial<Pick<Document, 'execCommand'>>;
  if (execCommand?.call(document, 'insertText', false, text)) return;
  field.setRangeText(text, start, end, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}

/** The position at which the list was opened: of a typed slash, or of the caret for the button. */
interface Asked extends Stretch {
  readonly bySlash: boolean;
  readonly query: string;
}

/** The list of texts of one text area: when it is open, what is in it, and what its keys and presses do. */
export function useCannedText(texts: readonly string[]) {
  const frame = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  /** The position of the slash whose list was closed with Escape: it is an ordinary character from then on. */
  const [refused, setRefused] = useState(-1);
  const options = asked ? matching(texts, asked.query) : [];
  const field = () => frame.current?.querySelector('textarea') ?? null;

  const look = (area: HTMLTextAreaElement) => {
    const slash = slashAt(area.value, area.selectionStart);
    if (slash?.start !== refused) setRefused(-1);
    setAsked(
      slash && slash.start !== refused
        ? { ...slash, bySlash: true, query: area.value.slice(slash.start + 1, slash.end) }
        : null,
    );
  };
  const refuse = () => {
    if (asked?.bySlash) setRefused(asked.start);
    setAsked(null);
  };
  const pick = (at: number) => {
    const [area, text] = [field(), options[at]];
    if (!area || !asked || text === undefined) return;
    insertText(area, asked, spaced(area.value, asked, text));
    setAsked(null);
    setRefused(-1);
  };
  const openAtCaret = () => {
    const area = field();
    if (!area) return;
    area.focus();
    const { selectionEnd } = area;
    setAsked(asked ? null : { start: selectionEnd, end: selectionEnd, bySlash: false, query: '' });
  };
  const keys = useListKeys({
    count: options.length,
    query: asked ? `${asked.start}${asked.query}` : '',
    first: 0,
    onPick: pick,
    onClose: refuse,
  });
  return {
    frame,
    options,
    keys,
    look,
    pick,
    openAtCaret,
    isAsked: asked !== null,
    close: () => setAsked(null),
  };
}
