/** Calendar files (iCalendar, RFC 5545), for adding an appointment to any calendar. */

export interface CalendarEvent {
  /** Deterministic for an appointment, so that adding it twice creates one entry. */
  readonly uid: string;
  readonly start: Date;
  readonly minutes: number;
  readonly title: string;
  readonly description?: string;
  readonly location: string;
  /** Creation time of the file, or of the event's last change. */
  readonly stamp: Date;
  /** How often the event has changed, by which a calendar knows the newer one. */
  readonly sequence?: number;
  /** Hours before it at which the calendar reminds. */
  readonly alarmHours?: number;
}

/** Longest line in octets, without the line break (RFC 5545, 3.1). */
const LINE_OCTETS = 75;
const encoder = new TextEncoder();

// oxlint-disable-next-line no-control-regex -- the format has none but tabs.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(CONTROLS, '');
}

/** `20261121T143000Z` */
function utcStamp(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** Folds a long line between characters; continuation lines start with a space. */
function foldLine(line: string): string {
  const pieces: string[] = [];
  let piece = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE_OCTETS) {
      pieces.push(piece);
      piece = ' ';
      octets = 1;
    }
    piece += character;
    octets += size;
  }
  return [...pieces, piece].join('\r\n');
}

function eventLines(event: CalendarEvent): string[] {
  const { uid, start, minutes, title, description, location, stamp, sequence, alarmHours } = event;
  const alarm = [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER:-PT${alarmHours}H`,
    `DESCRIPTION:${escapeText(title)}`,
    'END:VALARM',
  ];
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${utcStamp(stamp)}`,
    `DTSTART:${utcStamp(start)}`,
    `DTEND:${utcStamp(new Date(start.getTime() + minutes * 60_000))}`,
    ...(sequence === undefined ? [] : [`SEQUENCE:${sequence}`]),
    `SUMMARY:${escapeText(title)}`,
    ...(description === undefined ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    `LOCATION:${escapeText(location)}`,
    ...(alarmHours === undefined ? [] : alarm),
    'END:VEVENT',
  ];
}

/** A whole calendar. @param name of a calendar that programs subscribe to; they read it again each hour. */
export function toCalendar(events: readonly CalendarEvent[], name?: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Taller//Citas//ES',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(name === undefined
      ? []
      : [`X-WR-CALNAME:${escapeText(name)}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H']),
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return `${lines.map(foldLine).join('\r\n')}\r\n`;
}

/** The text of an `.ics` file with one event, of which it reminds. Times are in UTC: the calendar converts them. */
export const toIcs = (event: CalendarEvent): string => toCalendar([{ ...event, alarmHours: 2 }]);
