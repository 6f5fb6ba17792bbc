import EyeOff from 'lucide-react/icons/eye-off';
import { figuresQuery } from '@taller/shared/reports/figures-query.ts';
import { reportKeys } from '@taller/shared/reports/keys.ts';
import { fetchResult, resultQuery } from '@taller/shared/reports/results-queries.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import { Button } from '@taller/shared/ui/button.tsx';
import { ScreenTitle } from '@taller/shared/ui/screen-title.tsx';
import { useAddressState } from '@taller/shared/ui/use-address-state.ts';
import { choiceField, type AddressFields } from '@taller/shared/values/address-state.ts';
import { PinCard } from '#src/features/earnings/pin-card.tsx';
import { usePin } from '#src/features/earnings/use-pin.ts';
import { ReportFilters } from '#src/features/filters/report-filters.tsx';
import { useReportFilter } from '#src/features/filters/use-report-filter.ts';
import { resultTexts } from '#src/features/results/texts.ts';
import page from '#src/components/page.module.css';
import { ResultSections, RESULT_SECTIONS, type ResultSection } from './result-sections.tsx';
import { ResultsContext } from './results-context.ts';
import styles from './results.module.css';
import { useResultsPeriod } from './use-results-period.ts';

const SECTION: AddressFields<{ section: ResultSection }> = {
  section: choiceField('seccion', RESULT_SECTIONS, 'margen'),
};

/** 'Resultados', for admins: what is left of the income, and where the money is, behind the PIN (REP-27). */
export function ResultsPage() {
  const { filter, change } = useReportFilter();
  const { state, change: changeSection } = useAddressState(SECTION);
  const period = useResultsPeriod(filter);
  const figures = useQuery(figuresQuery(filter, period.period));
  const { pin, refuse, unlock, ...rest } = usePin(true);
  const client = useQueryClient();
  const hide = () => {
    rest.hide();
    client.removeQueries({ queryKey: reportKeys.allResults() });
  };
  const show = (entered: string) =>
    void unlock(
      entered,
      (tried) => fetchResult('margin', period.request, tried),
      (answer) => client.setQueryData(resultQuery('margin', period.request, entered).queryKey, answer),
    );
  return (
    <div className={page.page}>
      <ScreenTitle>{resultTexts.title}</ScreenTitle>
      <ReportFilters filter={filter} people={figures.data?.people ?? []} onChange={change} />
      {pin === null ? (
        <PinCard title={resultTexts.pinTitle} text={resultTexts.pinText} pin={{ ...rest, hide, show }} />
      ) : (
        <ResultsContext value={{ pin, refuse }}>
          <Button className={styles.hide} icon={<EyeOff aria-hidden="true" />} onClick={hide}>
            {resultTexts.hide}
          </Button>
          <ResultSections
            section={state.section}
            onOpen={(section) => changeSection({ section })}
            period={period}
          />
        </ResultsContext>
      )}
    </div>
  );
}
