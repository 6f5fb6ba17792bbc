import { useEffect, useId, useState, type ReactNode } from 'react';
import CircleCheck from 'lucide-react/icons/circle-check';
import type { QuoteDecision } from '@taller/shared/orders/quote/quote-mutations.ts';
import type { OpenQuote } from '@taller/shared/orders/quote/quote-query.ts';
import { readFacts } from '@taller/shared/runtime';
import { formatDate } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { deviceText } from '@taller/shared/orders/equipment.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { classNames } from '@taller/shared/ui/class-names.ts';
import sheet from '#src/components/sheet.module.css';
import { AskByPhone } from '#src/components/shop-phone.tsx';
import {
  isChoosable,
  isPlainQuote,
  linesTotal,
  pickLine,
  taxPart,
} from '@taller/shared/orders/quote/quote-lines.ts';
import { QuoteLineList } from '@taller/shared/orders/quote/quote-line-list.tsx';
import { quoteTexts as texts } from '@taller/shared/orders/quote/quote-texts.ts';
import styles from './decision-form.module.css';

/** Delay in ms after which a message says that the page is still sending. */
const SLOW_MS = 4000;

export interface DecisionFormProps {
  quote: OpenQuote;
  /** The decision being sent; both buttons are disabled. */
  sending: QuoteDecision | null;
  /** Says what went wrong with the last attempt. */
  failure: ReactNode;
  /** Called with the decision and the lines as chosen. */
  onDecide: (decision: QuoteDecision, lines: OpenQuote['lines']) => void;
}

/** Shop, device, work, lines, amount, the two answers and what follows each of them. */
export function DecisionForm({ quote, sending, failure, onDecide }: DecisionFormProps) {
  /** Null until 'Rechazar' is clicked. */
  const [rejecting, setRejecting] = useState<boolean | null>(null);
  const [lines, setLines] = useState(quote.lines);
  const next = useId();
  const shop = readFacts().shop.name;
  return (
    <article className={sheet.sheet}>
      <p className={sheet.eyebrow}>
        {texts.order} {formatOrderNumber(quote.order_number)}
      </p>
      <h1 className={sheet.title}>{texts.title}</h1>
      <p className={styles.quiet}>
        {quote.quoted_at === null ? texts.made(shop) : texts.madeAt(shop, formatDate(quote.quoted_at))}
      </p>
      <QuoteFacts quote={quote} lines={lines} onPick={sending === null ? setLines : null} />
      {failure && !sending && <div>{failure}</div>}
      {rejecting ? (
        <RejectQuestion
          sending={sending === 'rejected'}
          onBack={() => setRejecting(false)}
          onReject={() => onDecide('rejected', lines)}
        />
      ) : (
        <div className={styles.answers}>
          <Button
            size="lg"
            disabled={sending === 'approved'}
            onClick={() => setRejecting(true)}
            autoFocus={rejecting === false}
          >
            {texts.reject}
          </Button>
          <Button
            size="lg"
            variant="primary"
            icon={<CircleCheck aria-hidden="true" />}
            loading={sending === 'approved'}
            loadingText={texts.sending}
            onClick={() => onDecide('approved', lines)}
          >
            {texts.approve}
          </Button>
        </div>
      )}
      <section className={sheet.note} aria-labelledby={next}>
        <h2 id={next}>{texts.nextTitle}</h2>
        <ul>
          <li>{texts.ifApproved}</li>
          <li>{texts.ifRejected}</li>
        </ul>
      </section>
      <p className={styles.quiet}>{texts.final}</p>
      <SlowNote sending={sending !== null} />
      <AskByPhone className={sheet.help} text={texts.question} />
    </article>
  );
}

interface QuoteFactsProps {
  quote: OpenQuote;
  lines: OpenQuote['lines'];
  /** Null while an answer is sent. */
  onPick: ((lines: OpenQuote['lines']) => void) | null;
}

/** Device, work, lines with what is chosen of them, their total and its tax, and until when it is valid. */
function QuoteFacts({ quote, lines, onPick }: QuoteFactsProps) {
  const total = isPlainQuote(lines) ? quote.total_amount : linesTotal(lines);
  return (
    <>
      <dl className={styles.quote}>
        <div>
          <dt>{texts.device}</dt>
          <dd>{deviceText(quote)}</dd>
        </div>
        <div>
          <dt>{texts.work}</dt>
          <dd className={styles.work}>{quote.technical_work || texts.noWork}</dd>
        </div>
        {!isPlainQuote(lines) && (
          <div>
            <dt>{texts.lines}</dt>
            <dd>
              <QuoteLineList
                lines={lines}
                disabled={onPick === null}
                onPick={(line, chosen) => onPick?.(pickLine(lines, line, chosen))}
              />
            </dd>
          </div>
        )}
        <div className={classNames(styles.totalLine, lines.some(isChoosable) && styles.followed)}>
          <dt>{texts.total}</dt>
          <dd className={styles.total} aria-live="polite">
            {formatClp(total)}
          </dd>
        </div>
      </dl>
      {quote.tax_rate > 0 && (
        <p className={styles.quiet}>{texts.tax(quote.tax_rate, formatClp(taxPart(total, quote.tax_rate)))}</p>
      )}
      <p className={styles.quiet}>
        {quote.valid_until ? texts.validUntil(formatDate(quote.valid_until)) : texts.validity}
      </p>
    </>
  );
}

interface RejectQuestionProps {
  sending: boolean;
  onBack: () => void;
  onReject: () => void;
}

/**
 * The confirmation of a rejection, which is irreversible (PUB-11). The back button has the initial focus, and the focus
 * is restored.
 */
function RejectQuestion({ sending, onBack, onReject }: RejectQuestionProps) {
  const title = useId();
  const text = useId();
  return (
    <section className={styles.question} role="alertdialog" aria-labelledby={title} aria-describedby={text}>
      <h2 id={title}>{texts.rejectTitle}</h2>
      <p id={text}>{texts.rejectText}</p>
      <div className={styles.answers}>
        <Button size="lg" variant="danger" loading={sending} loadingText={texts.sending} onClick={onReject}>
          {texts.rejectConfirm}
        </Button>
        <Button size="lg" disabled={sending} onClick={onBack} autoFocus>
          {texts.rejectBack}
        </Button>
      </div>
    </section>
  );
}

/** Announces slow sending; the live region exists from the start, so that it is announced. */
function SlowNote({ sending }: { sending: boolean }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!sending) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [sending]);
  return (
    <p role="status" className={styles.slow}>
      {slow && texts.slow}
    </p>
  );
}
