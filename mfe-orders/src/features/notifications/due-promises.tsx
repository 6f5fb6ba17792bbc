import CalendarClock from 'lucide-react/icons/calendar-clock';
import { paths } from '@taller/shared/contract/paths.ts';
import { VIEW_COUNT_LIMIT, viewCountsQuery } from '@taller/shared/orders/order-list-queries.ts';
import { useQuery } from '@taller/shared/query';
import { Link } from '@taller/shared/runtime';
import { notificationTexts as texts } from '#src/features/notifications/texts.ts';
import styles from './due-promises.module.css';

/** The desk's views of them, as in its address. */
const VIEWS = [
  { view: 'late', word: 'atrasadas', sentence: texts.late },
  { view: 'at_risk', word: 'en-riesgo', sentence: texts.atRisk },
] as const;

const most = new Intl.NumberFormat('es-CL').format(VIEW_COUNT_LIMIT);

/** Counts the orders that are late or at risk now, with a link to each view (TIME-25); nothing if there are none. */
export function DuePromises({ onFollow }: { onFollow: () => void }) {
  const { data } = useQuery(viewCountsQuery());
  const due = VIEWS.flatMap(({ view, ...rest }) => {
    const count = data?.[view] ?? 0;
    return count === 0 ? [] : [{ ...rest, view, count }];
  });
  if (due.length === 0) return null;
  return (
    <ul className={styles.list}>
      {due.map(({ view, word, sentence, count }) => (
        <li key={view}>
          <Link
            to={`${paths.dashboard.getHref()}?vista=${word}`}
            className={styles.row}
            data-late={view === 'late' || undefined}
            onClick={onFollow}
          >
            <CalendarClock aria-hidden="true" />
            {sentence(count > VIEW_COUNT_LIMIT ? `más de ${most}` : String(count))}
          </Link>
        </li>
      ))}
    </ul>
  );
}
