import type { Moment } from './photo-queries.ts';

/** Words about photos for staff and customers. */
export const photoTexts = {
  title: 'Fotos',
  moments: {
    reception: 'Al recibirlo',
    repair: 'En la reparación',
    delivery: 'Al entregarlo',
  } satisfies Record<Moment, string>,
  name: (moment: string, place: number) => `${moment}, foto ${place}`,
  pending: 'No terminó de enviarse',
  previous: 'Anterior',
  next: 'Siguiente',
  place: (place: number, all: number) => `${place} de ${all}`,
} as const;
