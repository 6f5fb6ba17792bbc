/** Online bookings as the page makes them, and the shop's rules for them. */
import { randomUUID } from 'node:crypto';
import type { BookingRules } from '@taller/shared/config/shop-facts.ts';
import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import { addDays, shopDay } from '@taller/shared/values/dates.ts';
import type { Client, Shop } from './shop.ts';

export interface Slots {
  enabled: boolean;
  minutes: number;
  from: string;
  until: string;
  next: string | null;
  days: { day: string; reserved: boolean; slots: { at: string; free: boolean }[] }[];
}

/** Name, phone, device and problem of a booking. */
export const VISIT = {
  fullName: 'Rosa Díaz',
  phone: '+56 9 6123 4567',
  device: 'Moto G54',
  reason: 'No carga',
};

/** Leaves a shop that has told no hours, with these rules of booking, without appointments, attempts and notices. */
export async function resetBookings({ sql }: Shop, booking: Partial<BookingRules> = {}) {
  const hours = { ...NEUTRAL_FACTS.hours, booking: { ...NEUTRAL_FACTS.hours.booking, ...booking } };
  await sql`update public.setting_sections set value = ${sql.json(hours as never)} where section = 'hours'`;
  await sql`truncate public.appointments cascade`;
  await sql`truncate private.booking_attempts`;
  // An unread notice counts instead of being followed by another one.
  await sql`delete from public.notifications where type like 'booking%'`;
}

/** Closes a day, as its special day does. */
export const closeDay = ({ sql }: Shop, day: string) =>
  sql`update public.setting_sections set value = jsonb_set(value, '{specialDays}',
    ${sql.json([{ from: day, to: day, hours: [], reason: 'Inventario' }])}) where section = 'hours'`;

/** The times of a week that can be booked. */
export async function readSlots(client: Client, from?: string): Promise<Slots> {
  const { data, error } = await client.rpc('booking_slots', from === undefined ? {} : { p_from: from });
  if (error) throw error;
  return data as unknown as Slots;
}

/** The free times from tomorrow on, earliest first: those of today depend on how late it is. */
export async function freeTimes(client: Client): Promise<string[]> {
  const { days } = await readSlots(client, addDays(shopDay(new Date()), 1));
  return days.flatMap(({ slots }) => slots.filter(({ free }) => free).map(({ at }) => at));
}

/** The first of them. */
export async function firstFree(client: Client): Promise<string> {
  const [at] = await freeTimes(client);
  if (at === undefined) throw new Error('No time is free');
  return at;
}

export interface Booked {
  outcome: string;
  at: string;
  secret: string;
  next?: string;
}

/** Calls book-appointment. */
export async function book(client: Client, values: Partial<Record<string, unknown>>) {
  const { data, error, response } = await client.functions.invoke<Booked>('book-appointment', {
    body: { requestId: randomUUID(), ...VISIT, ...values },
  });
  const body = (error ? await response?.json() : data) as Booked & { error?: string; message?: string };
  return { status: response?.status, body };
}

/** A booking of the first free time. */
export async function bookFirst(
  client: Client,
  values: Partial<Record<string, unknown>> = {},
): Promise<Booked> {
  const { body } = await book(client, { at: await firstFree(client), ...values });
  if (body.outcome !== 'booked') throw new Error(`Not booked: ${JSON.stringify(body)}`);
  return body;
}
