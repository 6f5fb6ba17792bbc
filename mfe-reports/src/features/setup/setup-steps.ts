import { paths } from '@taller/shared/contract/paths.ts';

/** The steps after the account, by their name in the address. */
export const LATER_STEPS = ['tienda', 'horario', 'whatsapp'] as const;
export type LaterStep = (typeof LATER_STEPS)[number];

/** All steps, in their order. */
export const STEPS = ['cuenta', ...LATER_STEPS] as const;
export type Step = (typeof STEPS)[number];

/** The address of a step after the account; each has its own, for Back and for a reload. */
export const stepHref = (step: LaterStep): string => `${paths.setup.getHref()}?paso=${step}`;
