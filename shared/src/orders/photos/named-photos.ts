import { MOMENTS, type Moment, type OrderPhoto } from './photo-queries.ts';
import { photoTexts as texts } from './photo-texts.ts';

/** A photo with its name: the moment, and its place there. */
export interface NamedPhoto {
  readonly photo: OrderPhoto;
  readonly name: string;
}

/** The photos of an order by moment, each with its name. */
export function namedPhotos(photos: readonly OrderPhoto[]): Record<Moment, readonly NamedPhoto[]> {
  const named = MOMENTS.map((moment) => {
    const own = photos.filter((photo) => photo.moment === moment);
    return [moment, own.map((photo, at) => ({ photo, name: texts.name(texts.moments[moment], at + 1) }))];
  });
  return Object.fromEntries(named) as Record<Moment, NamedPhoto[]>;
}
