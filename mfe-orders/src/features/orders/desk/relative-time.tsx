import { formatDate, formatRelative } from '@taller/shared/values/dates.ts';
import { useMinute } from '../shared/use-minute.ts';

/** 'hace 5 minutos', updated every minute; the date on hover. */
export function RelativeTime({ instant, className }: { instant: string; className?: string }) {
  useMinute();
  return (
    <time className={className} dateTime={instant} title={formatDate(instant)}>
      {formatRelative(instant)}
    </time>
  );
}
