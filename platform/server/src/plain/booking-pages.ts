import type { LinkedBooking, SlotWeek } from '@taller/shared/appointments/booking-slots.ts';
import { BOOKING_LENGTHS } from '@taller/shared/appointments/booking-schema.ts';
import { bookedTexts, bookingTexts as texts } from '@taller/shared/appointments/booking-texts.ts';
import { formatAppointment } from '@taller/shared/appointments/appointment-dates.ts';
import { addressLine } from '@taller/shared/config/directions.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { plainHref } from '@taller/shared/contract/plain-pages.ts';
import { addDays, formatTime, formatWeekDate } from '@taller/shared/values/dates.ts';
import { LONGEST } from '@taller/shared/values/longest.ts';
import { html, type Html } from '../http/html.ts';
import { actionLink, askByPhone, homeLink, phoneLink, type PlainPage } from './plain-page.ts';
import type { BookingData } from './booking-data.ts';

/** `&desde=2026-12-01`: the first day of the week that is offered. */
export const FROM = 'desde';
/** `&hacer=mover` and `&hacer=cancelar` of a booking: what is asked before anything changes. */
export const DOING = 'hacer';
/** The step on a booking's page: a question, or a confirmation. */
export type Doing = 'mover' | 'cancelar' | 'cambio' | 'nueva' | null;
/** The fields of a booking's form. */
export const FIELDS = ['request', 'at', 'fullName', 'phone', 'device', 'reason'] as const;
/** A booking's form as it was typed. */
export type Typed = Readonly<Record<(typeof FIELDS)[number], string>>;

const alert = (text: string) => (text ? html`<p role="alert"><strong>${text}</strong></p>` : '');
const phoned = (text: string, data: BookingData) =>
  html`<p>${text}</p>
    <p>${phoneLink(data.facts)}</p>`;

/** The free times of a week, as options by day. */
function timeChoice(week: SlotWeek, at: string): Html {
  const days = week.days.map(({ day, slots }) => {
    const free = slots.filter((slot) => slot.free);
    if (free.length === 0) return html``;
    return html`<optgroup label="${formatWeekDate(day)}">
      ${free.map((slot) =>
        new Date(slot.at).getTime() === new Date(at).getTime()
          ? html`<option value="${slot.at}" selected>${formatWeekDate(day)}, ${formatTime(slot.at)}</option>`
          : html`<option value="${slot.at}">${formatWeekDate(day)}, ${formatTime(slot.at)}</option>`,
      )}
    </optgroup>`;
  });
  return html`<label
    >${texts.time}
    <select name="at" required>
      ${days}
    </select></label
  >`;
}

/** Links to the weeks before and after. */
function weekLinks(week: SlotWeek, address: string): Html {
  const to = (day: string, label: string) => html`<a href="${`${address}&${FROM}=${day}`}">${label}</a> `;
  const later = addDays(week.from, 7);
  return html`<p>
    ${to(addDays(week.from, -7), texts.earlier)}${later <= week.until ? to(later, texts.later) : ''}
  </p>`;
}

const field = (label: string, name: string, value: string, most: number, more = '') =>
  html`<label
    >${label} <input name="${name}" value="${value}" maxlength="${most}" autocomplete="${more}" required
  /></label>`;

const unavailable = (text: string, data: BookingData): PlainPage => ({
  status: 503,
  title: text,
  content: html`<h1>${text}</h1>
    ${phoned(texts.off, data)} ${homeLink()}`,
});

/** The form of a booking (BOOK-11), with what was typed, and why it was not taken. */
export async function bookingPage(
  typed: Typed,
  from: string | null,
  told: string,
  data: BookingData,
): Promise<PlainPage> {
  const week = await data.slots(from);
  if (week === 'unavailable') return unavailable(texts.slotsFailed, data);
  if (!week.enabled)
    return {
      status: 200,
      title: texts.offTitle,
      content: html`<h1>${texts.offTitle}</h1>
        ${phoned(texts.off, data)} ${homeLink()}`,
    };
  const address = plainHref(paths.booking.getHref());
  return {
    status: told ? 409 : 200,
    title: texts.title,
    content: html`<h1>${texts.title}</h1>
      <p>${texts.lead}</p>
      ${alert(told)} ${week.next === null ? phoned(texts.none, data) : ''} ${weekLinks(week, address)}
      <form class="plain-form plain-fields" method="post" action="${address}">
        <input type="hidden" name="request" value="${typed.request}" />
        ${timeChoice(week, typed.at)} ${field(texts.name, 'fullName', typed.fullName, LONGEST.name, 'name')}
        ${field(texts.phone, 'phone', typed.phone, LONGEST.phone, 'tel')}
        ${field(texts.device, 'device', typed.device, BOOKING_LENGTHS.device, 'off')}
        ${field(texts.problem, 'reason', typed.reason, BOOKING_LENGTHS.reason, 'off')}
        <p>${texts.consent} <a href="${paths.privacy.getHref()}">${texts.privacy}</a>.</p>
        <button class="plain-action">${texts.submit}</button>
      </form>
      ${askByPhone(bookedTexts.question, data.facts)}`,
  };
}

const ended = (title: string, text: string, data: BookingData): PlainPage => ({
  status: 200,
  title,
  content: html`<h1>${title}</h1>
    <p>${text}</p>
    ${actionLink(plainHref(paths.booking.getHref()), bookedTexts.another)}
    ${askByPhone(bookedTexts.question, data.facts)}`,
});

type Open = Exclude<LinkedBooking, { state: 'over' }>;

/** The actions of a booking's link, each after a page of its own. */
async function bookedForm(
  address: string,
  booking: Open,
  doing: Doing,
  from: string | null,
  data: BookingData,
): Promise<Html> {
  if (doing === 'cancelar')
    return html`<h2>${bookedTexts.cancelTitle}</h2>
      <p>${bookedTexts.cancelText}</p>
      <form class="plain-form" method="post" action="${address}">
        <button class="plain-action" name="action" value="cancel">${bookedTexts.cancelSubmit}</button>
      </form>
      ${actionLink(address, bookedTexts.cancelBack)}`;
  if (doing !== 'mover')
    return html`${actionLink(`${address}&${DOING}=mover`, bookedTexts.move)}
    ${actionLink(`${address}&${DOING}=cancelar`, bookedTexts.cancel)}`;
  const week = await data.slots(from);
  if (week === 'unavailable') return html`<p role="alert">${texts.slotsFailed}</p>`;
  return html`<h2>${bookedTexts.moveTitle}</h2>
    ${weekLinks(week, `${address}&${DOING}=mover`)}
    <form class="plain-form" method="post" action="${address}">
      <input type="hidden" name="version" value="${booking.version}" />
      ${timeChoice(week, week.next ?? '')}
      <button class="plain-action" name="action" value="move">${bookedTexts.moveSubmit}</button>
    </form>
    ${actionLink(address, bookedTexts.moveBack)}`;
}

interface BookedPageOptions {
  secret: string;
  doing: Doing;
  from: string | null;
  /** The reason why it was not moved. */
  told?: string;
}

/** A booking by its link (BOOK-11), without JavaScript. */
export async function bookedPage(
  { secret, doing, from, told = '' }: BookedPageOptions,
  data: BookingData,
): Promise<PlainPage> {
  const booking = await data.booking(secret);
  if (booking === 'unavailable') return unavailable(bookedTexts.failed, data);
  if (!booking)
    return {
      status: 404,
      title: bookedTexts.missing,
      content: html`<h1>${bookedTexts.missing}</h1>
        ${phoned(bookedTexts.missingHint, data)} ${homeLink()}`,
    };
  if (booking.state === 'over') return ended(bookedTexts.overTitle, bookedTexts.over, data);
  if (booking.state === 'cancelled')
    return ended(bookedTexts.cancelledTitle, bookedTexts.cancelled(booking.at), data);
  if (booking.state === 'received') return ended(bookedTexts.receivedTitle, bookedTexts.received, data);
  const title = doing === 'nueva' ? bookedTexts.bookedTitle : bookedTexts.title;
  const place = addressLine(data.facts.shop.address);
  return {
    status: told ? 409 : 200,
    title,
    content: html`<h1>${title}</h1>
      ${doing === 'nueva' ? html`<p>${bookedTexts.booked}</p>` : ''}
      ${alert(told || (doing === 'cambio' ? bookedTexts.moved : ''))}
      <p class="plain-status">${formatAppointment(booking.at)}</p>
      <dl>
        ${
          place
            ? html`<dt>${bookedTexts.where}</dt>
                <dd>${place}</dd>`
            : ''
        }
        <dt>${bookedTexts.device}</dt>
        <dd>${booking.device}</dd>
        <dt>${bookedTexts.problem}</dt>
        <dd class="plain-work">${booking.reason}</dd>
      </dl>
      ${await bookedForm(plainHref(paths.booked.getHref(secret)), booking, doing, from, data)}
      ${askByPhone(bookedTexts.question, data.facts)}`,
  };
}
