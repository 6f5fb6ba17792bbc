import { STORED_EQUIPMENT_TYPES } from '@taller/shared/orders/equipment.ts';
import type { ReportFilter } from '@taller/shared/reports/report-filter.ts';
import { useAddressState } from '@taller/shared/ui/use-address-state.ts';
import { dayField, idField, optionField, type AddressFields } from '@taller/shared/values/address-state.ts';

/** The filter's representation in the URL. */
export const REPORT_FILTER_FIELDS: AddressFields<ReportFilter> = {
  from: dayField('desde'),
  to: dayField('hasta'),
  technicianId: idField('tecnico'),
  equipmentType: optionField<string>('tipo', STORED_EQUIPMENT_TYPES),
};

/** The filter stored in the URL. */
export function useReportFilter() {
  const { state: filter, change } = useAddressState(REPORT_FILTER_FIELDS);
  return { filter, change };
}
