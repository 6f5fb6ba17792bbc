import { useState, type ReactNode } from 'react';
import {
  ordersPartQuery,
  timesPartQuery,
  quotesPartQuery,
  techniciansPartQuery,
} from '@taller/shared/reports/overview-query.ts';
import { waitsReportQuery } from '@taller/shared/reports/waits-report-query.ts';
import { useQuery } from '@taller/shared/query';
import { lazyPart } from '@taller/shared/ui/lazy-part.tsx';
import { Tabs } from '@taller/shared/ui/tabs.tsx';
import { NARROW, useMediaQuery } from '@taller/shared/ui/use-media-query.ts';
import { type EarningsProps, EarningsCard } from '#src/features/earnings/earnings-card.tsx';
import { PeriodAmounts } from '#src/features/earnings/period-amounts.tsx';
import { reportTexts } from '#src/features/reports/texts.ts';
import styles from '#src/components/page.module.css';
import { OrdersSkeleton, TimesSkeleton } from './skeletons.tsx';
import type { ReportSection } from './use-report-section.ts';
import Printer from 'lucide-react/icons/printer';
import { Button } from '@taller/shared/ui/button.tsx';
import reportsPage from './reports-page.module.css';
import { ReportSkeleton } from '#src/features/figures/report-skeleton.tsx';
import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import { QuoteFigures } from '#src/features/operations/quote-figures.tsx';
import { TechnicianFigures } from '#src/features/operations/technician-figures.tsx';
import { SectionFrame } from '#src/components/section-frame.tsx';

/** The section of customers' decisions on quotes. */
function QuotesSection({ filter }: { filter: ReportFilter }) {
  const query = useQuery(quotesPartQuery(filter));
  return (
    <SectionFrame query={query} message={reportTexts.loadError} skeleton={<ReportSkeleton tiles={[2, 3]} />}>
      {({ quotes }) => <QuoteFigures quotes={quotes} filter={filter} />}
    </SectionFrame>
  );
}

/** Completed orders by technician. */
function TechniciansSection({ filter }: { filter: ReportFilter }) {
  const query = useQuery(techniciansPartQuery(filter));
  return (
    <SectionFrame query={query} message={reportTexts.loadError} skeleton={<ReportSkeleton block="rows" />}>
      {({ technicians }) => <TechnicianFigures technicians={technicians} filter={filter} />}
    </SectionFrame>
  );
}

/** Loaded once there are amounts to draw. */
const MonthsCard = lazyPart(
  () => import('#src/features/earnings/months-card.tsx').then((module) => module.MonthsCard),
  <ReportSkeleton block="chart" />,
);

/** 'Total Ganado' and, behind the PIN, twelve months of it (REP-02, REP-23). */
function IncomeSection(props: EarningsProps) {
  const { earnings, filter, period } = props;
  return (
    <div className={styles.page}>
      <EarningsCard earnings={earnings} filter={filter} />
      {earnings.shown && <PeriodAmounts amounts={earnings.shown.period} filter={filter} period={period} />}
      {earnings.shown && <MonthsCard months={earnings.shown.months} filter={filter} />}
    </div>
  );
}

/** All sections one below the other, to be read or printed at once (REP-24). */
function FullReport({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={reportsPage.full}>
        <p>{reportTexts.printAll}</p>
        <Button icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
          {reportTexts.print}
        </Button>
      </div>
      {children}
    </div>
  );
}

interface FoldedSectionProps {
  label: string;
  /** Its content in words, while it is folded. */
  inside: string;
  isFirst: boolean;
  children: ReactNode;
}

/** A section of the full report: on a phone, where all of them are long, it opens on request. */
function FoldedSection({ label, inside, isFirst, children }: FoldedSectionProps) {
  const isNarrow = useMediaQuery(NARROW);
  const [isOpen, setOpen] = useState(isFirst || !isNarrow);
  return (
    <details
      className={reportsPage.folded}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <strong>{label}</strong> <span>{inside}</span>
      </summary>
      {children}
    </details>
  );
}

/** The code of the charts comes with the sections that have one. */
const OrdersSection = lazyPart(
  () => import('./orders-section.tsx').then((module) => module.OrdersSection),
  <OrdersSkeleton />,
);
const TimesSection = lazyPart<{ filter: ReportFilter }>(
  () => import('./times-section.tsx').then((module) => module.TimesSection),
  <TimesSkeleton />,
);

interface ReportSectionsProps extends EarningsProps {
  section: ReportSection;
  onOpen: (section: string) => void;
}

/** The sections as tabs: only the open one requests its figures and its code (REP-22). */
export function ReportSections({ section, onOpen, ...props }: ReportSectionsProps) {
  const { filter } = props;
  const isOpen = (part: ReportSection) => section === part || section === 'todo';
  // Requested while the section's code is still loading; the section shows it.
  useQuery({ ...ordersPartQuery(filter), enabled: isOpen('ordenes') });
  useQuery({ ...timesPartQuery(), enabled: isOpen('tiempos') });
  useQuery({ ...waitsReportQuery(filter), enabled: isOpen('tiempos') });
  const parts = {
    ordenes: { label: reportTexts.orders, panel: <OrdersSection filter={filter} /> },
    ingresos: { label: reportTexts.income, panel: <IncomeSection {...props} /> },
    tiempos: { label: reportTexts.times, panel: <TimesSection filter={filter} /> },
    presupuestos: { label: reportTexts.quotes, panel: <QuotesSection filter={filter} /> },
    tecnicos: { label: reportTexts.technicians, panel: <TechniciansSection filter={filter} /> },
  } satisfies Partial<Record<ReportSection, { label: string; panel: ReactNode }>>;
  const tabs = Object.entries(parts).map(([value, part]) => ({ value, ...part }));
  const { inside } = reportTexts;
  const all = (
    <div className={styles.page}>
      {tabs.map(({ value, label, panel }, index) => (
        <FoldedSection key={value} label={label} inside={inside[value] ?? ''} isFirst={index === 0}>
          {panel}
        </FoldedSection>
      ))}
    </div>
  );
  return (
    <Tabs
      label={reportTexts.sections}
      value={section}
      onValueChange={onOpen}
      items={[...tabs, { value: 'todo', label: reportTexts.all, panel: <FullReport>{all}</FullReport> }]}
    />
  );
}
