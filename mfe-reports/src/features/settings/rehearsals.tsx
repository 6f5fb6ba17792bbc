import { useFormContext, useWatch } from 'react-hook-form';
import { paths } from '@taller/shared/contract/paths.ts';
import {
  reminderRehearsalQuery,
  waitRehearsalQuery,
  type RehearsedReminder,
  type ReminderRehearsal as Rehearsed,
} from '@taller/shared/messages/rehearsal-queries.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { messageTitle } from '@taller/shared/orders/status/order-status.ts';
import { useQuery } from '@taller/shared/query';
import { Link } from '@taller/shared/runtime';
import type { WaitReason } from '@taller/shared/settings/desk-schema.ts';
import { REMINDERS } from '@taller/shared/settings/message-variables.ts';
import { SECTION_SCHEMAS, type SectionValue } from '@taller/shared/settings/sections.ts';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { formatDayInSentence, shopDay } from '@taller/shared/values/dates.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { z } from '@taller/shared/values/zod.ts';
import styles from './settings.module.css';
import { settingsTexts } from './texts.ts';
import { usePaused } from './use-paused.ts';

const { rehearsal: texts } = settingsTexts;

/** The part of the section that reminders depend on, so that typing elsewhere does not ask again. */
const askedOf = ({
  quote_reminder,
  pickup_reminder,
  warranty_reminder,
  quietHours,
}: SectionValue<'messages'>) =>
  JSON.stringify({
    ...Object.fromEntries(
      Object.entries({ quote_reminder, pickup_reminder, warranty_reminder }).map(
        ([name, { template: _template, text: _text, ...days }]) => [name, days],
      ),
    ),
    quietHours,
  });

/** Rehearses the reminders of the form: today, and over the last 90 days (TIME-50, TIME-51). */
export function ReminderRehearsal() {
  const { control } = useFormContext();
  const { success, data } = z.safeParse(SECTION_SCHEMAS.messages, useWatch({ control }));
  const isOn = success && REMINDERS.some((event) => data[event].enabled);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{texts.title}</legend>
      {!success && <p className={styles.hint}>{texts.invalid}</p>}
      {success && !isOn && <p className={styles.hint}>{texts.off}</p>}
      {isOn && <Rehearsal asked={askedOf(data)} cost={data.cost} />}
    </fieldset>
  );
}

function Rehearsal({ asked, cost }: { asked: string; cost: number | null }) {
  const query = useQuery(reminderRehearsalQuery(usePaused(asked)));
  const priceOf = (messages: number) => (cost === null ? '' : `, ${formatClp(messages * cost)}`);
  return (
    <div className={styles.stack} aria-busy={query.isFetching}>
      <p className={styles.hint}>{texts.unsaved}</p>
      <Loaded
        query={query}
        message={texts.loadFailed}
        skeleton={<Skeleton label={texts.loading} count={2} />}
      >
        {(rehearsed) => (
          <>
            <p>
              {texts.past(
                rehearsed.past.messages,
                rehearsed.past.customers,
                priceOf(rehearsed.past.messages),
              )}
            </p>
            <p role="status">
              <b>{todayText(rehearsed, priceOf(rehearsed.today))}</b>{' '}
              {rehearsed.today > rehearsed.rows.length && <span>{texts.first(rehearsed.rows.length)}</span>}
            </p>
            {rehearsed.rows.length > 0 && (
              <Table
                label={texts.rows}
                columns={COLUMNS}
                rows={rehearsed.rows}
                rowKey={({ order_id, event }) => order_id + event}
              />
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

function todayText({ at, today }: Rehearsed, cost: string): string {
  if (today > 0) return texts.today(today, cost);
  const now = shopDay(new Date());
  return shopDay(at) === now ? texts.none : texts.closed(formatDayInSentence(shopDay(at), now));
}

const COLUMNS: readonly Column<RehearsedReminder>[] = [
  {
    id: 'order',
    header: texts.order,
    kind: 'fact',
    width: 5,
    cell: (row) => (
      <Link to={paths.orderView.getHref(row.order_id)}>{`#${formatOrderNumber(row.order_number)}`}</Link>
    ),
  },
  { id: 'customer', header: texts.customer, width: 10, cell: ({ customer_name }) => customer_name },
  {
    id: 'what',
    header: texts.what,
    width: 12,
    plain: true,
    cell: ({ event, step }) => texts.step(messageTitle(event), step),
  },
];

/** Compares the usual days of the form's reasons with the waits of the last months (TIME-52). */
export function WaitRehearsal() {
  const { control } = useFormContext();
  const reasons = (useWatch({ control, name: 'waits' }) as readonly WaitReason[] | undefined) ?? [];
  const asked = JSON.stringify(
    reasons.map(({ key, days }) => ({ key, days: Number.isInteger(days) ? days : null })),
  );
  const query = useQuery(waitRehearsalQuery(usePaused(asked)));
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{texts.waits.title}</legend>
      <Loaded
        query={query}
        message={texts.waits.loadFailed}
        skeleton={<Skeleton label={texts.loading} count={2} />}
      >
        {(rows) => (
          <div className={styles.stack} role="status">
            {rows.length === 0 && <p className={styles.hint}>{texts.waits.none}</p>}
            {reasons.map(({ key, label, days }) => {
              const row = rows.find((one) => one.key === key);
              if (!row) return null;
              return (
                <p key={key}>
                  {days === null
                    ? texts.waits.noDays(label, row.waits, row.usual)
                    : texts.waits.line(label, row.kept, row.waits, row.usual)}
                </p>
              );
            })}
          </div>
        )}
      </Loaded>
    </fieldset>
  );
}
