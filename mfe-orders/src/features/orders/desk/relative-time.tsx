import { useSyncExternalStore } from 'react';
import { formatDate, formatRelative } from '@taller/shared/values/dates.ts';

const MINUTE_MS = 60_000;
const minute = () => Math.floor(Date.now() / MINUTE_MS);

function onEveryMinute(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE_MS);
  return () => clearInterval(timer);
}

/** 'hace 5 minutos', updated every minute; the date on hover. */
export function RelativeTime({ instant, className }: { instant: string; className?: string }) {
  useSyncExternalStore(onEveryMinute, minute);
  return (
    <time className={className} dateTime={instant} title={formatDate(instant)}>
      {formatRelative(instant)}
    </time>
  );
}
