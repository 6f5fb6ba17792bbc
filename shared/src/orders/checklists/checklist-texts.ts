import type { ChecklistMoment, ComparedPoint, Result } from './checklist.ts';

/** Words about checklists for staff and customers. */
export const checklistTexts = {
  title: 'Revisión del equipo',
  point: 'Punto',
  moments: {
    reception: 'Al recibirlo',
    delivery: 'Al entregarlo',
  } satisfies Record<ChecklistMoment, string>,
  results: {
    works: 'Funciona',
    fails: 'Falla',
    untested: 'No probado',
  } satisfies Record<Result, string>,
  changes: {
    broke: 'Ahora falla',
    repaired: 'Ahora funciona',
  } satisfies Record<NonNullable<ComparedPoint['change']>, string>,
  accessories: 'Accesorios',
  noAccessories: 'Ninguno',
  kept: (names: string) => `Sin devolver: ${names}`,
} as const;
