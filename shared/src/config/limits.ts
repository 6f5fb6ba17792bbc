/**
 * How long a shop keeps what it stores, and after which time unused sessions of the staff end: the allowed ranges,
 * which the database has too, and the values of a new shop (CFG-43).
 */
export interface Limit {
  readonly unit: 'days' | 'years' | 'minutes';
  readonly least: number;
  readonly most: number;
  readonly initial: number;
}

/** Retention periods. */
export const KEPT = {
  order_years: { unit: 'years', least: 6, most: 30, initial: 6 },
  message_days: { unit: 'days', least: 30, most: 3650, initial: 365 },
  origin_days: { unit: 'days', least: 90, most: 3650, initial: 730 },
  session_days: { unit: 'days', least: 7, most: 730, initial: 180 },
  mail_days: { unit: 'days', least: 1, most: 365, initial: 30 },
  activity_days: { unit: 'days', least: 90, most: 3650, initial: 730 },
  look_days: { unit: 'days', least: 180, most: 3650, initial: 730 },
  photo_days: { unit: 'days', least: 30, most: 3650, initial: 730 },
  device_code_days: { unit: 'days', least: 0, most: 999, initial: 30 },
} as const satisfies Record<string, Limit>;
export type KeptKey = keyof typeof KEPT;

/** Inactivity after which a session of the staff ends. */
export const STAFF_IDLE = {
  unit: 'minutes',
  least: 5,
  most: 10_080,
  initial: 720,
} as const satisfies Limit;
