/**
 * Query parameter of the pages that work without a script, which the embedded server makes:
 * `/orders/view/000123?simple=1`.
 */
export const PLAIN = 'simple';
/** Field of the order look-up; also the name in the address when the browser itself sends the form. */
export const LOOKUP_FIELD = 'orden';

/** The plain form of an address. @param href path without a query. */
export const plainHref = (href: string) => `${href}?${PLAIN}=1`;
