/** The data recorded when a device is received. */
import { passesLuhn } from '@taller/shared/orders/imei.ts';
import type { Random } from './random.ts';
import type { Row } from './rows.ts';
import { CONDITIONS, DEVICES } from './texts/devices.ts';
import { LONG_WORK, REPAIRS } from './texts/repairs.ts';
import type { ComponentType } from './texts/parts.ts';

/** Data of an order known before the repair; the price is in whole pesos. */
export interface Intake {
  readonly device: Pick<
    Row<'service_orders'>,
    'equipment_type' | 'equipment_brand' | 'equipment_model' | 'imei' | 'equipment_condition'
  >;
  readonly problem: string;
  readonly work: string;
  readonly price: number;
  readonly part: ComponentType | null;
  readonly lock: { readonly type: 'pin' | 'pattern' | 'password'; readonly code: string } | null;
}

const PATTERNS = [
  '1-2-3-6-9',
  '1-4-7-8-9',
  '7-4-1-2-3-6-9',
  '3-2-1-4-7',
  '1-5-9-6-3',
  '2-5-8-7',
  '1-2-5-8-9',
] as const;
const PASSWORDS = [
  'familia2024',
  'Coquimbo.15',
  'lucas1987',
  'ñandú_azul',
  'Colo-Colo91',
  'amor1234',
] as const;

function imei(random: Random): string {
  const stem = `35${random.digits(12)}`;
  for (let check = 0; check <= 9; check += 1) if (passesLuhn(`${stem}${check}`)) return `${stem}${check}`;
  throw new RangeError('Every number has a check digit.');
}

function lockOf(type: string, random: Random): Intake['lock'] {
  if (type === 'smartphone' || type === 'tablet') {
    const kind = random.weighted({ pin: 42, pattern: 24, password: 4, none: 30 });
    if (kind === 'none') return null;
    if (kind === 'pin') return { type: kind, code: random.digits(random.chance(0.6) ? 4 : 6) };
    return { type: kind, code: random.pick(kind === 'pattern' ? PATTERNS : PASSWORDS) };
  }
  if (type === 'others' || random.chance(0.45)) return null;
  return random.chance(0.4)
    ? { type: 'pin', code: random.digits(4) }
    : { type: 'password', code: random.pick(PASSWORDS) };
}

/** Typical retail prices, ending in 990. */
const shopPrice = (amount: number): number => Math.max(9990, Math.round(amount / 1000) * 1000 - 10);

/** A device, its problem and the planned repair. */
export function takeIn(random: Random): Intake {
  const device = DEVICES[Number(random.weighted(DEVICE_WEIGHTS))] ?? random.pick(DEVICES);
  const fitting = REPAIRS.filter((repair) => repair.types.includes(device.type));
  const repair =
    fitting[Number(random.weighted(Object.fromEntries(fitting.map(({ weight }, index) => [index, weight]))))];
  if (!repair) throw new RangeError(`No repair for ${device.type}.`);
  const hasImei =
    (device.type === 'smartphone' && random.chance(0.75)) || (device.type === 'tablet' && random.chance(0.3));
  return {
    device: {
      // Older software of the shop wrote 'other', so both occur (REP-04).
      equipment_type: device.type === 'others' && random.chance(0.25) ? 'other' : device.type,
      equipment_brand: device.brand,
      equipment_model: random.pick(device.models),
      imei: hasImei ? imei(random) : null,
      equipment_condition: random.pick(CONDITIONS[device.type]),
    },
    problem: random.pick(repair.problem),
    work: random.chance(0.03) ? LONG_WORK : random.pick(repair.work),
    price: shopPrice(random.int(...repair.price) * device.factor),
    part: repair.part ?? null,
    lock: lockOf(device.type, random),
  };
}

const DEVICE_WEIGHTS: Readonly<Record<string, number>> = Object.fromEntries(
  DEVICES.map(({ weight }, index) => [String(index), weight]),
);
