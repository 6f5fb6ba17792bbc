import { isPlainQuote, type QuoteLine } from './quote-lines.ts';
import { QuoteLineList } from './quote-line-list.tsx';
import { quoteTexts as texts } from './quote-texts.ts';
import styles from './quote-line-list.module.css';

/** The lines as they were decided on (QUO-03), folded; nothing for a quote that was one number. */
export function DecidedLines({ lines }: { readonly lines: readonly QuoteLine[] | null }) {
  if (lines === null || isPlainQuote(lines)) return null;
  return (
    <details className={styles.decided}>
      <summary>{texts.decidedLines}</summary>
      <QuoteLineList lines={lines} />
    </details>
  );
}
