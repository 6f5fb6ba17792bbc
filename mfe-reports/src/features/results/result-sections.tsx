import { Tabs } from '@taller/shared/ui/tabs.tsx';
import { resultTexts } from '#src/features/results/texts.ts';
import { BalancesSection } from './balances-section.tsx';
import { CommissionsSection } from './commissions-section.tsx';
import { DiscountsSection } from './discounts-section.tsx';
import { FileSection } from './file-section.tsx';
import { MarginSection } from './margin-section.tsx';
import { PaymentsSection } from './payments-section.tsx';
import { SuppliersSection } from './suppliers-section.tsx';
import type { ResultsPeriod } from './use-results-period.ts';

/** The tabs, by their names in the address. */
export const RESULT_SECTIONS = [
  'margen',
  'comisiones',
  'pagos',
  'saldos',
  'descuentos',
  'proveedores',
  'contador',
] as const;
export type ResultSection = (typeof RESULT_SECTIONS)[number];

interface ResultSectionsProps {
  section: ResultSection;
  onOpen: (section: ResultSection) => void;
  period: ResultsPeriod;
}

/** The reports as tabs, of which only the open one is requested. */
export function ResultSections({ section, onOpen, period }: ResultSectionsProps) {
  const panels = {
    margen: { label: resultTexts.margin.tab, panel: <MarginSection period={period} /> },
    comisiones: { label: resultTexts.commissions.tab, panel: <CommissionsSection period={period} /> },
    pagos: { label: resultTexts.payments.tab, panel: <PaymentsSection period={period} /> },
    saldos: { label: resultTexts.balances.tab, panel: <BalancesSection /> },
    descuentos: { label: resultTexts.discounts.tab, panel: <DiscountsSection period={period} /> },
    proveedores: { label: resultTexts.suppliers.tab, panel: <SuppliersSection period={period} /> },
    contador: { label: resultTexts.file.tab, panel: <FileSection /> },
  } satisfies Record<ResultSection, object>;
  return (
    <Tabs
      label={resultTexts.sections}
      value={section}
      onValueChange={(next) => {
        const known = RESULT_SECTIONS.find((name) => name === next);
        if (known) onOpen(known);
      }}
      items={RESULT_SECTIONS.map((value) => ({ value, ...panels[value] }))}
    />
  );
}
