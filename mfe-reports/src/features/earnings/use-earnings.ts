import { useState } from 'react';
import { earningsQuery, fetchEarnings } from '@taller/shared/data/reports/earnings.ts';
import { reportKeys } from '@taller/shared/data/reports/keys.ts';
import type { ReportFilter } from '@taller/shared/data/reports/report-filter.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import { es } from '#src/texts/es.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

/** `4:05` */
function minutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * The earnings behind the PIN. While they are shown the PIN is kept in memory, so that another filter can ask the server again; hiding
 * forgets both. `lockedUntil`: what the server said when the page was opened.
 */
export function useEarnings(filter: ReportFilter, lockedUntil: number) {
  const [pin, setPin] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [lock, setLock] = useState<number | null>(null);
  const left = useSecondsLeft(lock ?? lockedUntil);
  const client = useQueryClient();
  const earnings = useQuery({ ...earningsQuery(filter, pin ?? ''), enabled: pin !== null });

  const hide = () => {
    setPin(null);
    setProblem(null);
    client.removeQueries({ queryKey: reportKeys.earnings() });
  };

  const show = async (entered: string) => {
    setBusy(true);
    try {
      const answer = await fetchEarnings(entered, filter);
      if (answer.outcome === 'ok') {
        client.setQueryData(earningsQuery(filter, entered).queryKey, answer);
        setPin(entered);
        setProblem(null);
      } else {
        setLock(answer.lockedUntil);
        setProblem(answer.outcome === 'wrong' ? es.earnings.wrong : null);
      }
    } catch (error) {
      console.error(error);
      setProblem(es.earnings.failed);
    }
    setBusy(false);
  };

  return {
    /** Null while hidden, and while another filter's sums are on their way. */
    shown: pin !== null && earnings.data?.outcome === 'ok' ? earnings.data : null,
    loading: pin !== null && earnings.isPending,
    busy,
    hide,
    show: (entered: string) => void show(entered),
    locked: left > 0,
    error: left > 0 ? es.earnings.locked(minutes(left)) : problem,
  };
}
