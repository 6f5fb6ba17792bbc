/** Reminders: the shop's settings for them, and planning at a moment of the shop's clock. */
import { FIRST_VALUES } from '@taller/shared/settings/first-values.ts';
import type { Shop } from './shop.ts';

type Sql = Pick<Shop, 'sql'>;

/** Every reminder as a new shop has it, but switched on, and silence before ten. */
export const REMINDING = {
  ...FIRST_VALUES.messages,
  quote_reminder: { ...FIRST_VALUES.messages.quote_reminder, enabled: true },
  pickup_reminder: { ...FIRST_VALUES.messages.pickup_reminder, enabled: true },
  quietHours: { enabled: true, from: '21:00', to: '10:00' },
};

/** Monday to Friday from 9 to 19, Saturday until 14; closed on Sundays and on public holidays. */
const WORKDAY = [{ open: '09:00', close: '19:00' }];
const WEEK = [[], WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY, [{ open: '09:00', close: '14:00' }]];

/** Puts settings in place, whoever may. */
export async function remind({ sql }: Sql, messages: object = REMINDING): Promise<void> {
  await sql`update public.setting_sections set value = ${sql.json(messages as never)} where section = 'messages'`;
  await sql`update public.setting_sections
    set value = value || ${sql.json({ week: WEEK, closedOnHolidays: true, specialDays: [] })}
    where section = 'hours'`;
}

/** Plans the reminders of a moment on the shop's wall clock ('2026-04-06 10:30'). @returns how many. */
export async function planAt({ sql }: Sql, clock: string): Promise<number> {
  const [row] = await sql`
    select private.plan_reminders_at(${clock}::timestamp at time zone 'America/Santiago') as planned`;
  return Number(row?.planned);
}

export interface SentReminder {
  order_id: string;
  event: string;
  step: number;
  phone: string;
  state: string;
  /** The time by the shop's wall clock. */
  clock: string;
}

/** The reminders of the outbox in their order. */
export const reminders = async ({ sql }: Sql) => [
  ...(await sql<SentReminder[]>`
    select order_id, event, occurrence as step, phone, state,
      to_char(coalesce(sent_at, created_at) at time zone 'America/Santiago', 'YYYY-MM-DD HH24:MI') as clock
    from public.whatsapp_messages where private.is_reminder(event) order by created_at, order_id`),
];

/**
 * Sends the waiting reminders at a moment, as the sender decides; what no longer holds is discarded.
 */
export const sendAt = async ({ sql }: Sql, clock: string) => {
  await sql`
    with due as (select ${clock}::timestamp at time zone 'America/Santiago' as at)
    update public.whatsapp_messages m
    set state = case when held.holds then 'sent' else 'discarded' end, sent_at = case when held.holds then due.at end
    from due, public.whatsapp_messages w
    cross join lateral (select private.reminder_holds(w, (select at from due)) as holds) as held
    where m.id = w.id and m.state = 'queued' and private.is_reminder(m.event)
      and private.reminder_time(due.at, private.message_settings() -> 'quietHours') = due.at`;
};
