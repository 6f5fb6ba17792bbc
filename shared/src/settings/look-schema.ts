import type { LookSection } from '#src/config/shop-facts.ts';
import { z } from '#src/values/zod.ts';

const side = () => z.int().check(z.minimum(1), z.maximum(4096));

/** Logo and primary colour (CFG-20). */
export const lookSchema = z.strictObject({
  logo: z.nullable(
    z.strictObject({
      hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      type: z.enum(['image/svg+xml', 'image/png']),
      width: side(),
      height: side(),
    }),
  ),
  color: z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'Escribe el color como #rrggbb.'))),
}) satisfies z.ZodMiniType<LookSection>;
