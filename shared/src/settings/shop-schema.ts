import type { ShopSection } from '../config/shop-facts.ts';
import { normalisePhone } from '../values/phone.ts';
import { dashedRut, RUT_HINT } from '../values/rut.ts';
import { z } from '../values/zod.ts';
import { gained, line, listOf, optionalLine, optionalPattern, optionalUrl, url } from './setting-fields.ts';

/** A normalised phone: digits with the country prefix. */
const phone = (pattern: RegExp, message: string) =>
  z.string(message).check(z.overwrite(normalisePhone), z.regex(pattern, message));

const TAX = 'Escribe un porcentaje entre 0 y 50, sin decimales.';

const coordinate = (most: number) =>
  z.number('Escribe un número con punto decimal.').check(z.minimum(-most), z.maximum(most));

/** Names, contact details, and payment methods (CFG-20). */
export const shopSchema = z.strictObject({
  name: line(60),
  fullName: line(120),
  tagline: optionalLine(160),
  rut: z.string(RUT_HINT).check(z.overwrite(dashedRut), z.regex(/^([0-9]{7,8}-[0-9K])?$/, RUT_HINT)),
  address: z.strictObject({ street: optionalLine(160), city: optionalLine(80), region: optionalLine(80) }),
  geo: z.nullable(z.strictObject({ latitude: coordinate(90), longitude: coordinate(180) })),
  mapUrl: optionalUrl(),
  phone: phone(/^([0-9]{8,15})?$/, 'Ingresa un teléfono válido, por ejemplo +56 32 225 5014.'),
  whatsApp: phone(/^(569[0-9]{8})?$/, 'Ingresa un celular chileno, por ejemplo +56 9 1234 5678.'),
  email: optionalPattern(
    /^([^\s@<>"]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+)?$/,
    'Ingresa un correo electrónico válido.',
    200,
  ),
  website: optionalPattern(
    /^(https:\/\/[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?)?$/,
    'Debe comenzar con https:// y terminar con el dominio, sin barra al final.',
    200,
  ),
  socialLinks: listOf(z.strictObject({ name: line(40), href: url() }), 8),
  paymentMethods: listOf(line(60), 12),
  taxRate: gained(z.int(TAX).check(z.minimum(0, TAX), z.maximum(50, TAX)), 19),
  stats: z.strictObject({
    devices: optionalLine(12),
    satisfaction: optionalLine(12),
    years: optionalLine(12),
  }),
}) satisfies z.ZodMiniType<ShopSection>;
