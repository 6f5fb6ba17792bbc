import MapPin from 'lucide-react/icons/map-pin';
import type { OrderListItem } from '@taller/shared/orders/order-list-queries.ts';
import { isToQuote, TO_QUOTE } from '@taller/shared/orders/payments.ts';
import { promiseWarning } from '@taller/shared/orders/promises/promise-state.ts';
import { openWaitOf } from '@taller/shared/orders/waits/order-wait.ts';
import { shopDay } from '@taller/shared/values/dates.ts';
import { placeTexts } from '../places/texts.ts';
import { useNow } from '../shared/use-minute.ts';
import { rowWords, waitWords } from '../waits/wait-words.ts';
import { rowStyles as styles } from './order-row-styles.ts';

/** The device's place, inside a line of text: it takes no room of its own. */
const Place = ({ name }: { name: string }) => (
  <span className={styles.place}>
    <MapPin role="img" aria-label={placeTexts.filter} />
    {name}
  </span>
);

/**
 * The device's problem, after how the order stands to its promise (TIME-25), what it waits for (TIME-08) and where the
 * device is (REC-108).
 */
export function OrderProblem({ order }: { order: OrderListItem }) {
  const now = useNow();
  const problem = order.work_description || order.technical_work;
  const promise = promiseWarning(order, now);
  const wait = openWaitOf(order);
  // A delivery that is shown ahead of its answer: the device is not there any more.
  const place = order.status === 'delivered' ? null : order.device_place;
  if (!wait && !promise) {
    const shown = isToQuote(order) ? `${TO_QUOTE} · ${problem}` : problem;
    return (
      <span className={styles.problem} title={place ? `${place} · ${shown}` : shown}>
        {place && <Place name={place} />}
        <span>{(place ? ' · ' : '') + shown}</span>
      </span>
    );
  }
  const waiting = wait && waitWords(wait, shopDay(now));
  const waited = waiting ? rowWords(waiting) : '';
  const between = promise && waiting ? ' · ' : '';
  const placed = place ? ' · ' : '';
  const rest = problem === '' ? '' : ` – ${problem}`;
  return (
    <span
      className={styles.problem}
      title={(promise?.text ?? '') + between + waited + placed + (place ?? '') + rest}
      data-waiting={wait ? true : undefined}
    >
      {promise && (
        <strong
          className={styles.wait}
          data-late={promise.late || undefined}
          data-risk={promise.late ? undefined : true}
        >
          {promise.text}
        </strong>
      )}
      <span>{between}</span>
      {waiting && (
        <strong className={styles.wait} data-late={waiting.late || undefined}>
          {waited}
        </strong>
      )}
      <span>{placed}</span>
      {place && <Place name={place} />}
      <span>{rest}</span>
    </span>
  );
}
