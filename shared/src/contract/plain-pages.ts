/** Query parameter of the embedded server's pages without JavaScript: `/orders/view/000123?simple=1`. */
export const PLAIN = 'simple';
/** Field of the order lookup; also the query parameter when the browser itself submits the form. */
export const LOOKUP_FIELD = 'orden';

/** The URL of the page without JavaScript. @param href path without a query. */
export const plainHref = (href: string) => `${href}?${PLAIN}=1`;
