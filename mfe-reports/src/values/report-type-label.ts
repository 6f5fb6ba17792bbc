import { equipmentLabel } from '@taller/shared/orders/equipment.ts';

/** The label of a stored type: reports count 'other' of older orders apart from 'others' (REP-04). */
export const reportTypeLabel = (type: string): string =>
  type === 'other' ? `${equipmentLabel(type)} (antes)` : equipmentLabel(type);
