import { describe, expect, test } from 'vitest';
import { toIcs, type CalendarEvent } from './ics.ts';

const event: CalendarEvent = {
  uid: 'b7e6@taller',
  start: new Date('2026-11-23T14:30:00Z'),
  minutes: 30,
  title: 'Cita en Barlovento',
  description: 'Revisión de pantalla; traer cargador, cable\nGracias',
  location: 'Condell 1480, local 6, Valparaíso',
  stamp: new Date('2026-11-21T12:00:00Z'),
};

/** The file as read by a calendar: unfolded. */
const unfolded = (ics: string) => ics.replaceAll('\r\n ', '').split('\r\n');

describe('calendar file of an appointment', () => {
  test('CUST-01 carries start and end in UTC', () => {
    const lines = unfolded(toIcs(event));
    expect(lines).toContain('DTSTART:20261123T143000Z');
    expect(lines).toContain('DTEND:20261123T150000Z');
    expect(lines).toContain('UID:b7e6@taller');
  });

  test('CUST-01 escapes the special characters of the format', () => {
    expect(unfolded(toIcs(event))).toContain(
      'DESCRIPTION:Revisión de pantalla\\; traer cargador\\, cable\\nGracias',
    );
    expect(unfolded(toIcs({ ...event, description: 'C:\\a' }))).toContain('DESCRIPTION:C:\\\\a');
  });

  test('CUST-01 no line is longer than 75 octets and none breaks a character', () => {
    const ics = toIcs({ ...event, description: 'ñandú 📱 '.repeat(60) });
    for (const line of ics.split('\r\n')) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/\p{Surrogate}/u);
    }
    expect(unfolded(ics)).toContain(`DESCRIPTION:${'ñandú 📱 '.repeat(60)}`);
  });

  test('CUST-01 a line break cannot smuggle in a property', () => {
    const lines = unfolded(toIcs({ ...event, title: 'x\r\nATTENDEE:mailto:a@b.cl' }));
    expect(lines.some((line) => line.startsWith('ATTENDEE'))).toBe(false);
  });
});
