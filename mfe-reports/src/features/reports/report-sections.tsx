import type { ReactNode } from 'react';
import { ordersPartQuery, timesPartQuery } from '@taller/shared/reports/overview-query.ts';
import { useQuery } from '@taller/shared/query';
import { lazyPart } from '@taller/shared/ui/lazy-part.tsx';
import { Tabs } from '@taller/shared/ui/tabs.tsx';
import type { EarningsProps } from '#src/features/earnings/earnings-card.tsx';
import { reportTexts } from '#src/features/reports/texts.ts';
import styles from '#src/components/page.module.css';
import { FullReport } from './full-report.tsx';
import { IncomeSection } from './income-section.tsx';
import { OrdersSkeleton, TimesSkeleton } from './skeletons.tsx';
import type { ReportSection } from './use-report-section.ts';
import { QuotesSection, TechniciansSection } from './work-sections.tsx';

/** The code of the charts comes with the sections that have one. */
const OrdersSection = lazyPart(
  () => import('./orders-section.tsx').then((module) => module.OrdersSection),
  <OrdersSkeleton />,
);
const TimesSection = lazyPart(
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
  const parts = {
    ordenes: {
      label: reportTexts.orders,
      panel: <OrdersSection filter={filter} />,
    },
    ingresos: { label: reportTexts.income, panel: <IncomeSection {...props} /> },
    tiempos: {
      label: reportTexts.times,
      panel: <TimesSection />,
    },
    presupuestos: { label: reportTexts.quotes, panel: <QuotesSection filter={filter} /> },
    tecnicos: { label: reportTexts.technicians, panel: <TechniciansSection filter={filter} /> },
  } satisfies Partial<Record<ReportSection, { label: string; panel: ReactNode }>>;
  const tabs = Object.entries(parts).map(([value, part]) => ({ value, ...part }));
  const all = (
    <div className={styles.page}>
      {tabs.map(({ value, panel }) => (
        <div key={value}>{panel}</div>
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
