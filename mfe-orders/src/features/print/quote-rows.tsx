import type { PrintOrder } from '@taller/shared/orders/print-queries.ts';
import {
  isPlainQuote,
  lineAmount,
  lineDetail,
  lineTitle,
  type QuoteLine,
} from '@taller/shared/orders/quote/quote-lines.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import parts from './sheet-parts.module.css';

/** The quote lines of an order; none for a quote with a single price. */
export const printedLines = ({ quote_lines: lines }: PrintOrder): readonly QuoteLine[] =>
  isPlainQuote(lines) ? [] : lines.filter(({ chosen }) => chosen);

/** Lines of a quote with their prices, in a list of definitions. */
export const QuoteRows = ({ lines }: { lines: readonly QuoteLine[] }) =>
  lines.map((line) => (
    <div key={line.id} className={parts.line}>
      <dt>{[lineTitle(line), lineDetail(line)].filter(Boolean).join(' · ')}</dt>
      <dd>{formatClp(lineAmount(line))}</dd>
    </div>
  ));
