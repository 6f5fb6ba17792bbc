import { colorFault, TEXT_CONTRAST } from '../config/branding-colors.ts';
import type { BrandingSection } from '../config/shop-facts.ts';
import { HEX_COLOR } from '../values/color.ts';
import { LOGO_TYPES } from '../values/logo.ts';
import { z } from '../values/zod.ts';

const side = () => z.int().check(z.minimum(1), z.maximum(4096));

/** With one decimal, rounded down: 4.49 is not 4.5. */
const told = (contrast: number) => (Math.floor(contrast * 10) / 10).toFixed(1).replace('.', ',');

/** Why a main colour is refused, for people; null if it is not. */
export function colorProblem(color: string): string | null {
  const fault = colorFault(color);
  return (
    fault &&
    `Con este color el texto blanco se lee mal (contraste ${told(fault.contrast)} de ${told(TEXT_CONTRAST)}). ` +
      `Prueba ${fault.better}.`
  );
}

const color = () =>
  z
    .string()
    .check(z.regex(HEX_COLOR, { error: 'Escribe el color como #rrggbb.', abort: true }))
    .check(({ value, issues }) => {
      const message = colorProblem(value);
      if (message) issues.push({ code: 'custom', input: value, message });
    });

/** Logo and main colour (CFG-20, CFG-50). */
export const brandingSchema = z.strictObject({
  logo: z.nullable(
    z.strictObject({
      hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      type: z.enum(LOGO_TYPES),
      width: side(),
      height: side(),
    }),
  ),
  color: z.nullable(color()),
}) satisfies z.ZodMiniType<BrandingSection>;
