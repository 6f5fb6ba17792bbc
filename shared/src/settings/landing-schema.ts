import type { LandingSection } from '../config/shop-facts.ts';
import { z } from '../values/zod.ts';
import { line, listOf, optionalLine } from './setting-fields.ts';

const items = () => listOf(z.strictObject({ title: line(60), text: line(240) }), 6);

/** Texts of the landing page (CFG-20). */
export const landingSchema = z.strictObject({
  lead: line(300),
  stats: z.strictObject({
    title: optionalLine(80),
    devices: optionalLine(40),
    satisfaction: optionalLine(40),
    years: optionalLine(40),
  }),
  services: z.strictObject({ title: line(80), lead: optionalLine(240) }),
  steps: z.strictObject({ title: line(80), items: items() }),
  why: z.strictObject({ title: line(80), items: items() }),
  call: z.strictObject({ title: line(80), text: optionalLine(240), whatsAppMessage: optionalLine(200) }),
}) satisfies z.ZodMiniType<LandingSection>;
