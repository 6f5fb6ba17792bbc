import { checklistTexts } from '@taller/shared/orders/checklists/checklist-texts.ts';
import type { ChecklistMoment, Result } from '@taller/shared/orders/checklists/checklist.ts';

type Counts = Readonly<Record<Result, number>>;

/** Texts of filling in a checklist. */
export const checklistFormTexts = {
  fillIn: { reception: 'Revisar al recibir', delivery: 'Revisar al entregar' } satisfies Record<
    ChecklistMoment,
    string
  >,
  correct: { reception: 'Corregir recepción', delivery: 'Corregir entrega' } satisfies Record<
    ChecklistMoment,
    string
  >,
  none: 'Nadie anotó cómo llegó el equipo.',
  allWork: 'Todo funciona',
  oneByOne: 'Punto por punto',
  restWorks: 'El resto funciona',
  hint: 'Con el teclado, en cada punto: 1 Funciona, 2 Falla, 3 No probado.',
  counts: ({ works, fails, untested }: Counts) =>
    `Funcionan: ${works} · Fallan: ${fails} · No probados: ${untested}`,
  noPoints: (kind: string) =>
    `La tienda no tiene puntos para ${kind}: administración los escribe en Ajustes, en Recepción.`,
  otherKind: (kind: string) => `Esta lista es de otro tipo de equipo. La orden dice ${kind}.`,
  pointsOfKind: (kind: string) => `Usar los puntos de ${kind}`,
  accessories: {
    reception: 'Accesorios que deja',
    delivery: 'Accesorios que se lleva',
  } satisfies Record<ChecklistMoment, string>,
  toReturn: (names: string) => `Devolver: ${names}`,
  otherAccessories: 'Otros accesorios',
  otherHint: 'Separados por comas.',
  save: 'Guardar revisión',
  saving: 'Guardando…',
  saved: 'Revisión guardada.',
  failed: 'No se pudo guardar la revisión.',
  readFailed: 'No se pudo leer la revisión del equipo.',
  meanwhile: (author: string | null) => `${author ?? 'Otra persona'} guardó esta lista mientras la llenabas.`,
  joined: 'Lo que anotó ya está en tu lista. Revísala y guarda otra vez.',
  clash: (label: string, theirs: Result, mine: Result) =>
    `${label}: anotó ${checklistTexts.results[theirs]}; aquí queda ${checklistTexts.results[mine]}.`,
} as const;
