const octet = (): number => Math.floor(Math.random() * 256);

/**
 * A random client address for `X-Forwarded-For`: with a new one for each request, per-peer rate limits do not respond
 * instead of the API.
 */
export const anyAddress = (): string => `10.${octet()}.${octet()}.${octet()}`;
