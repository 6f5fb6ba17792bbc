import type { ChecklistMoment } from '@taller/shared/orders/checklists/checklist.ts';

/** Titles of the dialogs of checklists: the desk needs no other texts of them. */
export const CHECKLIST_TITLES: Readonly<Record<ChecklistMoment, string>> = {
  reception: 'Revisión al recibir',
  delivery: 'Revisión al entregar',
};
