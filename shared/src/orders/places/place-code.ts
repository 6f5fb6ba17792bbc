/** A place's code begins so: no product's and no order's does. */
const PREFIX = 'UBI';

/**
 * What the label of a place says to a scanner: letters and digits alone, which a scanner types alike on every keyboard.
 * The same for names that differ in accents, case and punctuation only.
 */
export const placeCode = (name: string): string =>
  PREFIX +
  name
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^A-Z\d]/g, '');
