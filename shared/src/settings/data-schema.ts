import { KEPT, STAFF_IDLE, type KeptKey, type Limit } from '../config/limits.ts';
import { formatThousands } from '../values/money.ts';
import { z } from '../values/zod.ts';
import { gained, optionalPattern } from './setting-fields.ts';

const URL_MESSAGE =
  'Debe comenzar con https:// o http:// y terminar con el dominio, sin barra al final: https://www.mitaller.cl';

/** The allowed range of a limit, as its field and its error say it. */
export const limitRange = ({ least, most }: Limit): string =>
  `Entre ${formatThousands(least)} y ${formatThousands(most)}.`;

const limit = (known: Limit) =>
  z
    .int(limitRange(known))
    .check(z.minimum(known.least, limitRange(known)), z.maximum(known.most, limitRange(known)));

/** The installation's own section: where the site is, and how long data is kept (CFG-43). */
export const dataSchema = z.strictObject({
  site_url: optionalPattern(
    /^https?:\/\/(\[[0-9a-fA-F:]+\]|[A-Za-z0-9][A-Za-z0-9._-]*)(:[0-9]{1,5})?$/,
    URL_MESSAGE,
    200,
  ),
  staff_idle_minutes: limit(STAFF_IDLE),
  ...(Object.fromEntries(Object.entries(KEPT).map(([key, known]) => [key, limit(known)])) as Record<
    KeptKey,
    ReturnType<typeof limit>
  >),
  photo_days: gained(limit(KEPT.photo_days), KEPT.photo_days.initial),
});
