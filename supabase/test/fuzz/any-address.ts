const octet = (): number => Math.floor(Math.random() * 256);

/**
 * The address of a stranger for `X-Forwarded-For`: with one of its own for each request, the limits of one peer do not
 * answer in the API's place.
 */
export const anyAddress = (): string => `10.${octet()}.${octet()}.${octet()}`;
