/**
 * A person without a RUT is identified by a document of another country: `AR/AAB123456`, in the place of the RUT. Two
 * documents are equal only with their country, and no account has one.
 */

/** Value of a form in which no country has been chosen yet. */
export const NO_COUNTRY = '--';
const OTHER_COUNTRY = 'XX';

/** Countries of foreign documents, the most common first. */
const COUNTRIES = 'VE PE CO HT BO AR EC BR CU DO UY PY MX US ES DE FR IT GB CN IN'.split(' ');

const STORED = /^[A-Z]{2}\/[A-Z0-9]{3,20}$/;
const TYPED = /^([A-Z]{2}|--)\/(.*)$/s;

export const DOCUMENT_INVALID = 'Elige el país y escribe el número, de 3 a 20 letras y dígitos.';

let names: Intl.DisplayNames | undefined;
const countryName = (country: string): string => {
  names ??= new Intl.DisplayNames('es', { type: 'region' });
  return country === OTHER_COUNTRY ? 'otro país' : (names.of(country) ?? country);
};

/** The countries to choose from. */
export const documentCountries = (): { value: string; label: string }[] => [
  ...COUNTRIES.map((value) => ({ value, label: countryName(value) })),
  { value: OTHER_COUNTRY, label: 'Otro país' },
];

/** The parts of a document as a form holds it, or null for a RUT. */
export function documentParts(text: string): { country: string; number: string } | null {
  const [, country, number] = TYPED.exec(text) ?? [];
  return country === undefined || number === undefined ? null : { country, number };
}

export const isDocument = (text: string): boolean => STORED.test(text);

/** A document in its one stored form: capitals and digits only. Anything else is unchanged. */
export function tidyDocument(text: string): string {
  const parts = documentParts(text);
  return parts ? `${parts.country}/${parts.number.toUpperCase().replace(/[^A-Z0-9]/g, '')}` : text;
}

/** `AAB123456 (Argentina)`. */
export function formatDocument(text: string): string {
  const { country = '', number = '' } = documentParts(text) ?? {};
  return `${number} (${countryName(country)})`;
}
