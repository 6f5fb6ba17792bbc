import { useSyncExternalStore } from 'react';
import { shopDay } from '@taller/shared/values/dates.ts';

const MINUTE_MS = 60_000;
const minute = () => Math.floor(Date.now() / MINUTE_MS);
const today = () => shopDay(new Date());

function onEveryMinute(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE_MS);
  return () => clearInterval(timer);
}

/** Renders again every minute. */
export const useMinute = (): number => useSyncExternalStore(onEveryMinute, minute);

/** The present, to the minute. */
export const useNow = (): Date => new Date(useMinute() * MINUTE_MS);

/** The shop's day, `yyyy-mm-dd`, also on a page that stays open over midnight. */
export const useToday = (): string => useSyncExternalStore(onEveryMinute, today);
