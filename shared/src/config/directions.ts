import type { ShopSection } from './shop-facts.ts';

/** The shop's address on one line; empty if it is not given. */
export const addressLine = ({ street, city, region }: ShopSection['address']): string =>
  [street, city, region].filter(Boolean).join(', ');

/** A link to the way to the shop, which maps know by its address; empty without a street. */
export const directionsHref = (address: ShopSection['address']): string =>
  address.street &&
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(`${addressLine(address)}, Chile`)}`;
