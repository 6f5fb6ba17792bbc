import { useMemo, useState } from 'react';
import { figuresQuery } from '@taller/shared/reports/figures-query.ts';
import { reportPeriod } from '@taller/shared/reports/report-period.ts';
import { useQuery } from '@taller/shared/query';
import { shopDay } from '@taller/shared/values/dates.ts';
import { ScreenTitle } from '@taller/shared/ui/screen-title.tsx';
import { useEarnings } from '#src/features/earnings/use-earnings.ts';
import { ReportFilters } from '#src/features/filters/report-filters.tsx';
import { useReportFilter } from '#src/features/filters/use-report-filter.ts';
import { DrillDown } from '#src/features/drill-down/drill-down.tsx';
import { KeyFigures } from '#src/features/summary/key-figures.tsx';
import { periodTexts } from '#src/features/summary/texts.ts';
import { reportTexts } from '#src/features/reports/texts.ts';
import styles from '#src/components/page.module.css';
import { KeyFiguresSkeleton } from '#src/features/summary/key-figures-skeleton.tsx';
import { ReportSections } from './report-sections.tsx';
import { SectionFrame } from '#src/components/section-frame.tsx';
import { useReportSection } from './use-report-section.ts';

/** 'Reportes de Órdenes de Servicio', for admins: the figures of a period, then the sections as tabs. */
export function ReportsPage() {
  const { filter, change } = useReportFilter();
  const { section, open } = useReportSection();
  const [today] = useState(() => shopDay(new Date()));
  const period = useMemo(() => reportPeriod(filter, today), [filter, today]);
  const figures = useQuery(figuresQuery(filter, period));
  const earnings = useEarnings(filter, period, section === 'ingresos' || section === 'todo');
  return (
    <DrillDown>
      <div className={styles.page}>
        <ScreenTitle>{reportTexts.title}</ScreenTitle>
        <SectionFrame query={figures} message={periodTexts.loadError} skeleton={<KeyFiguresSkeleton />}>
          {(loaded) => (
            <KeyFigures
              figures={loaded}
              filter={filter}
              period={period}
              earnings={earnings.shown}
              isLoadingEarnings={earnings.loading}
              onUnlock={() => open('ingresos')}
              onHide={earnings.hide}
            />
          )}
        </SectionFrame>
        <ReportFilters filter={filter} people={figures.data?.people ?? []} onChange={change} />
        <ReportSections section={section} onOpen={open} earnings={earnings} filter={filter} period={period} />
      </div>
    </DrillDown>
  );
}
