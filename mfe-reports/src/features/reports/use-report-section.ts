import { useSearchParams } from '@taller/shared/runtime';
import {
  choiceField,
  readAddress,
  writeAddress,
  type AddressFields,
} from '@taller/shared/values/address-state.ts';

const SECTIONS = ['ordenes', 'ingresos', 'tiempos', 'presupuestos', 'tecnicos', 'todo'] as const;

/** A tab of the reports; 'todo' shows all of them. */
export type ReportSection = (typeof SECTIONS)[number];

/** The open section's representation in the URL. */
export const REPORT_SECTION_FIELDS: AddressFields<{ section: ReportSection }> = {
  section: choiceField('seccion', SECTIONS, 'ordenes'),
};

/** The section stored in the URL. Opening one adds a history entry, so that Back returns to the one before (REP-22). */
export function useReportSection() {
  const [params, setParams] = useSearchParams();
  const { section } = readAddress(REPORT_SECTION_FIELDS, params);
  const open = (next: string) => {
    const known = SECTIONS.find((each) => each === next);
    if (known && known !== section)
      setParams(writeAddress(REPORT_SECTION_FIELDS, params, { section: known }));
  };
  return { section, open };
}
