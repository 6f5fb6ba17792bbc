// The work on a mail's link, loaded when there is one: visitors of public pages do not pay for it.
const later = () => import('#src/runtime/mail-session.ts');

/** See mail-session.ts. */
export const acceptMailLink = async (): Promise<void> => (await later()).acceptMailLink();
/** See mail-session.ts. */
export const dismissMailLink = async (): Promise<void> => (await later()).dismissMailLink();
/** See mail-session.ts. */
export const redeemMailLink = async (): Promise<void> => (await later()).redeemMailLink();
