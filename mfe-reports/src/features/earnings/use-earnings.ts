import { earningsQuery, fetchEarnings } from '@taller/shared/reports/earnings-queries.ts';
import { reportKeys } from '@taller/shared/reports/keys.ts';
import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import type { ReportPeriod } from '@taller/shared/reports/report-period.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { earningsTexts } from '#src/features/earnings/texts.ts';
import { usePin } from './use-pin.ts';

/**
 * The earnings behind the PIN. While they are shown the PIN is kept in memory, so that other filters can be requested;
 * hiding clears both.
 * @param isAsked whether the PIN can be entered now: before, its status is not requested.
 */
export function useEarnings(filter: ReportFilter, period: ReportPeriod, isAsked: boolean) {
  const { pin, refuse, unlock, ...state } = usePin(isAsked);
  const client = useQueryClient();
  const earnings = useQuery({
    ...earningsQuery(filter, period, pin ?? ''),
    enabled: pin !== null,
    queryFn: async () => {
      const answer = await fetchEarnings(pin ?? '', filter, period);
      // The PIN has been changed meanwhile.
      if (answer.outcome !== 'ok') refuse(answer);
      return answer;
    },
  });
  return {
    ...state,
    /** Null while hidden, and while another filter's earnings are loading. */
    shown: pin !== null && earnings.data?.outcome === 'ok' ? earnings.data : null,
    loading: pin !== null && earnings.isPending,
    hide: () => {
      state.hide();
      client.removeQueries({ queryKey: reportKeys.allEarnings() });
    },
    show: (entered: string) =>
      void unlock(
        entered,
        (tried) => fetchEarnings(tried, filter, period),
        (answer) => client.setQueryData(earningsQuery(filter, period, entered).queryKey, answer),
      ),
    error:
      state.locked || !earnings.isError ? state.error : withRequestCode(earningsTexts.failed, earnings.error),
  };
}

/** The earnings and their PIN, for the parts of the page that show them. */
export type EarningsState = ReturnType<typeof useEarnings>;
