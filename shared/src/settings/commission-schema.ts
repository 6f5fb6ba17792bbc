/** Commissions of technicians for their repairs (REP-32): private.commissions computes them. */
import { z } from '../values/zod.ts';
import { listOf } from './setting-fields.ts';

/** The base of the percentage, after all discounts. */
export const COMMISSION_BASES = ['total', 'labour', 'margin'] as const;

const DAY = 'Elige desde qué día vale.';
const PERCENT = 'Escribe un número entre 0 y 100, sin decimales.';
const PERSON = 'Elige a quién.';
const TWICE_PERSON = 'Una persona está dos veces en esta regla.';
const TWICE_DAY = 'Dos reglas comienzan el mismo día. Cambia una.';

const percent = () => z.int(PERCENT).check(z.minimum(0, PERCENT), z.maximum(100, PERCENT));

const areDistinct = (values: readonly string[]) => new Set(values).size === values.length;

const commissionRule = z.strictObject({
  /** The first day on which it holds, `yyyy-mm-dd`; it ends where the next one begins. */
  from: z.iso.date(DAY),
  base: z.enum(COMMISSION_BASES),
  percent: percent(),
  /** Technicians with a percentage of their own. */
  people: listOf(z.strictObject({ id: z.uuid(PERSON), percent: percent() }), 40).check(
    z.refine((people) => areDistinct(people.map(({ id }) => id)), TWICE_PERSON),
  ),
});

/** The section of the commissions, which only admins read. Without a rule there are none. */
export const commissionSchema = z.strictObject({
  rules: listOf(commissionRule, 12).check(
    z.refine((rules) => areDistinct(rules.map(({ from }) => from)), TWICE_DAY),
  ),
});
