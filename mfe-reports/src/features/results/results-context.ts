import { createContext, useContext } from 'react';
import {
  fetchResult,
  resultQuery,
  type ResultReport,
  type ResultRequest,
} from '@taller/shared/reports/results-queries.ts';
import type { PinRefusal } from '@taller/shared/reports/try-pin.ts';
import { useQuery } from '@taller/shared/query';
import { resultTexts } from '#src/features/results/texts.ts';

/** The accepted PIN of the page, and what takes it back. */
export const ResultsContext = createContext<{ pin: string; refuse: (answer: PinRefusal) => void }>({
  pin: '',
  refuse: () => undefined,
});

/** A report behind the page's PIN. */
export function useResult<Report extends ResultReport>(report: Report, request: ResultRequest = {}) {
  const read = useReadResult();
  const { pin } = useContext(ResultsContext);
  return useQuery({
    ...resultQuery(report, request, pin),
    queryFn: async () => ({ outcome: 'ok' as const, report: await read(report, request) }),
    select: (answer) => (answer.outcome === 'ok' ? answer.report : undefined),
  });
}

/** Reads a report once, behind the page's PIN. */
export function useReadResult() {
  const { pin, refuse } = useContext(ResultsContext);
  return async <Report extends ResultReport>(report: Report, request: ResultRequest) => {
    const answer = await fetchResult(report, request, pin);
    if (answer.outcome === 'ok') return answer.report;
    // It was changed meanwhile.
    refuse(answer);
    throw new Error(resultTexts.pinGone);
  };
}
