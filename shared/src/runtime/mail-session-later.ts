import type { AuthOutcome } from './auth-refusal.ts';

// Handles mailed links, loaded on demand: visitors of public pages do not download it.
const later = () => import('#src/runtime/mail-session.ts');

/** See mail-session.ts. */
export const acceptMailLink = async (): Promise<void> => (await later()).acceptMailLink();
/** See mail-session.ts. */
export const dismissMailLink = async (): Promise<void> => (await later()).dismissMailLink();
/** See mail-session.ts. */
export const redeemMailLink = async (): Promise<AuthOutcome> => (await later()).redeemMailLink();
