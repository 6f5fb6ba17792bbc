import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { appointmentSchema, claimSchema, type AppointmentInput } from './appointment-schemas.ts';

const form: AppointmentInput = {
  who: 'account',
  customerId: 'c1',
  fullName: '',
  phone: '',
  date: '2026-11-23',
  time: '11:30',
  reason: ' Retiro de equipo ',
};

/** Error messages by field. */
function messages(schema: typeof appointmentSchema | typeof claimSchema, input: unknown) {
  const result = schema.safeParse(input);
  return Object.fromEntries(
    (result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]),
  );
}

describe('new appointment', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-21T15:00:00Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("CUST-01 date and time are the shop's clock", () => {
    expect(appointmentSchema.parse(form)).toEqual({
      who: 'account',
      customerId: 'c1',
      fullName: '',
      phone: '',
      reason: 'Retiro de equipo',
      at: new Date('2026-11-23T14:30:00Z'),
    });
  });

  test('CUST-01 every missing field has its message', () => {
    expect(
      messages(appointmentSchema, { ...form, customerId: '', date: '', time: '', reason: '  ' }),
    ).toEqual({
      customerId: 'Elige un cliente.',
      date: 'Elige una fecha.',
      time: 'Elige una hora.',
      reason: 'El motivo es obligatorio.',
    });
  });

  test('CUST-01 a past time, an impossible day and a long reason are refused', () => {
    expect(messages(appointmentSchema, { ...form, date: '2026-11-21', time: '11:59' })).toEqual({
      time: 'Elige una fecha y hora que no haya pasado.',
    });
    expect(messages(appointmentSchema, { ...form, date: '2026-02-30' })).toEqual({
      date: 'Elige una fecha.',
    });
    expect(messages(appointmentSchema, { ...form, reason: 'x'.repeat(501) })).toEqual({
      reason: 'El motivo puede tener hasta 500 caracteres.',
    });
  });
});

describe('an appointment of somebody without an account', () => {
  const visitor = { ...form, who: 'visitor', customerId: '', date: '2099-01-05' };
  test('APPT-06 the form for somebody without an account asks for name and phone', () => {
    expect(messages(appointmentSchema, { ...visitor, phone: '12' })).toEqual({
      fullName: 'El nombre completo es obligatorio.',
      phone: 'Ingresa un teléfono válido, por ejemplo +56 9 1234 5678.',
    });
  });

  test('APPT-07 an appointment is at most ten years ahead', () => {
    expect(messages(appointmentSchema, { ...visitor, fullName: 'Ana Soto', phone: '912345678' })).toEqual({
      date: 'Elige una fecha de los próximos 10 años.',
    });
  });
});

describe('linking own orders', () => {
  test('CUST-01 takes the number as people write it', () => {
    expect(claimSchema.parse({ orderNumber: ' #000123 ', phone: '9 1234 5678' })).toEqual({
      orderNumber: 123,
      phone: '9 1234 5678',
    });
  });

  test('CUST-01 the form that links an order shows each error beside its field', () => {
    expect(messages(claimSchema, { orderNumber: '', phone: '' })).toEqual({
      orderNumber: 'El número de orden es obligatorio.',
      phone: 'El teléfono es obligatorio.',
    });
    expect(messages(claimSchema, { orderNumber: 'abc', phone: '12' })).toEqual({
      orderNumber: 'Ingresa solo el número de tu orden, por ejemplo 000123.',
      phone: 'Ingresa un teléfono válido, por ejemplo +56 9 1234 5678.',
    });
  });
});
