import { useState } from 'react';
import { Button } from '@taller/shared/ui/button.tsx';
import { orderViewTexts as texts } from '#src/features/orders/view/texts.ts';
import styles from './order-cards.module.css';

/** Up to here a text is shown in full. */
const SHOWN_LETTERS = 480;
const SHOWN_LINES = 10;

/** The beginning of a text, ending with a whole word. */
export function beginningOf(text: string): string {
  const lines = text.split('\n').slice(0, SHOWN_LINES).join('\n').trimEnd();
  if (lines.length <= SHOWN_LETTERS) return lines;
  const cut = lines.slice(0, SHOWN_LETTERS);
  const lastSpace = cut.search(/\s\S*$/);
  return lastSpace > 0 ? cut.slice(0, lastSpace) : cut;
}

/** A text with its line breaks; of a long one the beginning, and the rest on demand. */
export function LongText({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const beginning = beginningOf(text);
  const isLong = beginning.length < text.trimEnd().length;
  return (
    <>
      <p className={styles.text}>{isLong && !isOpen ? `${beginning}…` : text}</p>
      {isLong && (
        <Button
          size="sm"
          variant="ghost"
          className={styles.more}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? texts.showLess : texts.showAll}
        </Button>
      )}
    </>
  );
}
