import { SERVICE_ICONS, type ServicesSection } from '../config/shop-facts.ts';
import { z } from '../values/zod.ts';
import { line, listOf, optionalLine } from './setting-fields.ts';

/** Maximum price of a repair. */
const HIGHEST_PRICE = 100_000_000;
const PRICE = 'Escribe pesos enteros, por ejemplo 25.000.';
const SAME_NAME = 'Ya hay otro con este nombre.';
const PRICE_ORDER = 'El precio «hasta» no puede ser menor que el precio «desde».';

const price = () => z.nullable(z.int(PRICE).check(z.minimum(0, PRICE), z.maximum(HIGHEST_PRICE, PRICE)));

const serviceSchema = z
  .strictObject({
    name: line(60),
    text: optionalLine(200),
    icon: z.enum(SERVICE_ICONS),
    priceFrom: price(),
    priceTo: price(),
  })
  .check(
    z.refine(({ priceFrom, priceTo }) => priceFrom === null || priceTo === null || priceFrom <= priceTo, {
      error: PRICE_ORDER,
      path: ['priceTo'],
    }),
  );

/** Indexes of a list's duplicate texts. */
function repeated(texts: readonly string[]): number[] {
  const keys = texts.map((text) => text.toLocaleLowerCase('es'));
  return keys.flatMap((key, at) => (key !== '' && keys.indexOf(key) < at ? [at] : []));
}

/** Services and their prices, in a configurable order (CFG-20, CFG-22). */
export const servicesSchema = z.strictObject({
  groups: listOf(
    z
      .strictObject({
        title: line(60),
        lead: optionalLine(240),
        summary: optionalLine(240),
        services: listOf(serviceSchema, 30),
      })
      .check(({ value, issues }) => {
        for (const at of repeated(value.services.map(({ name }) => name)))
          issues.push({ code: 'custom', input: value, message: SAME_NAME, path: ['services', at, 'name'] });
      }),
    6,
  ).check(({ value, issues }) => {
    for (const at of repeated(value.map(({ title }) => title)))
      issues.push({ code: 'custom', input: value, message: SAME_NAME, path: [at, 'title'] });
  }),
}) satisfies z.ZodMiniType<ServicesSection>;
