import { useState } from 'react';
import {
  earningsQuery,
  fetchEarnings,
  type EarningsAnswer,
  pinStatusQuery,
} from '@taller/shared/reports/earnings-queries.ts';
import { reportKeys } from '@taller/shared/reports/keys.ts';
import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import type { ReportPeriod } from '@taller/shared/reports/report-period.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { earningsTexts } from '#src/features/earnings/texts.ts';
import { formatCountdown } from './format-countdown.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

type Refusal = Exclude<EarningsAnswer, { outcome: 'ok' }>;

/**
 * The earnings behind the PIN. While they are shown the PIN is kept in memory, so that other filters can be requested;
 * hiding clears both.
 * @param isAsked whether the PIN can be entered now: before, its status is not requested.
 */
export function useEarnings(filter: ReportFilter, period: ReportPeriod, isAsked: boolean) {
  const status = useQuery({ ...pinStatusQuery(), enabled: isAsked });
  const lockedUntil = status.data?.lockedUntil ?? 0;
  const [pin, setPin] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [lock, setLock] = useState(0);
  const left = useSecondsLeft(Math.max(lock, lockedUntil));
  const client = useQueryClient();
  const refuse = (answer: Refusal) => {
    setPin(null);
    setLock(answer.lockedUntil);
    setProblem(answer.outcome === 'wrong' ? earningsTexts.wrong : null);
  };
  const earnings = useQuery({
    ...earningsQuery(filter, period, pin ?? ''),
    enabled: pin !== null,
    queryFn: async () => {
      const answer = await fetchEarnings(pin ?? '', filter, period);
      // The PIN has been changed meanwhile: using it again would only lock this user.
      if (answer.outcome !== 'ok') refuse(answer);
      return answer;
    },
  });

  const hide = () => {
    setPin(null);
    setProblem(null);
    client.removeQueries({ queryKey: reportKeys.allEarnings() });
  };

  const show = async (entered: string) => {
    setBusy(true);
    try {
      const answer = await fetchEarnings(entered, filter, period);
      if (answer.outcome === 'ok') {
        client.setQueryData(earningsQuery(filter, period, entered).queryKey, answer);
        setPin(entered);
        setProblem(null);
      } else refuse(answer);
    } catch (error) {
      console.error(error);
      setProblem(withRequestCode(earningsTexts.failed, error));
    }
    setBusy(false);
  };

  return {
    /** Whether a PIN is set; undefined while that is loading. */
    isSet: status.data?.set,
    lockedUntil,
    /** Null while hidden, and while another filter's earnings are loading. */
    shown: pin !== null && earnings.data?.outcome === 'ok' ? earnings.data : null,
    loading: pin !== null && earnings.isPending,
    busy,
    hide,
    show: (entered: string) => void show(entered),
    locked: left > 0,
    error:
      left > 0
        ? earningsTexts.locked(formatCountdown(left))
        : earnings.isError
          ? withRequestCode(earningsTexts.failed, earnings.error)
          : problem,
  };
}

/** The earnings and their PIN, for the parts of the page that show them. */
export type EarningsState = ReturnType<typeof useEarnings>;
