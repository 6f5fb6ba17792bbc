/** A place's code begins so: no product's and no order's does. */
const PREFIX = 'UBI';

/**
 * The code on the label of a place: letters and digits only, which a scanner types alike on every keyboard. Names that
 * differ only in accents, case and punctuation have the same code.
 */
export const placeCode = (name: string): string =>
  PREFIX +
  name
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^A-Z\d]/g, '');
