/** Appointments: those of accounts, kept, missed, cancelled and upcoming, and those that visitors booked. */
import { addDays, shopClock, shopDay, shopInstant } from '@taller/shared/values/dates.ts';
import type { People } from './people.ts';
import type { Random } from './random.ts';
import type { Row } from './rows.ts';

const REASONS = [
  'Diagnóstico de notebook que no enciende',
  'Cambio de batería mientras espera',
  'Retiro de equipo y prueba en el mesón',
  'Respaldo de fotos antes de formatear',
  'Cotización de pantalla de iPhone',
  'Instalación de SSD y clonación de disco',
  'Revisión por garantía',
] as const;

const TIMES = ['09:45', '10:30', '11:15', '12:00', '15:30', '16:15', '17:45'] as const;
/** Days from today; the first two belong to cliente@taller.test. */
const DAYS = [3, -22, 1, 2, 2, 4, 6, 8, 9, 13, -2, -5, -9, -14, -20, -31, -45, -60, -88, -120] as const;

/** Booked by people without an account: days from today, hour, device and what is wrong with it. */
const BOOKED = [
  [
    0,
    '16:30',
    'Javiera Tapia Lagos',
    '+56 9 5550 1163',
    'Samsung Galaxy A54',
    'La pantalla quedó con líneas',
  ],
  [1, '10:00', 'Ignacio Vera Pinto', '+56 9 5550 1187', 'HP Pavilion 14', 'Se apaga al moverlo'],
  [2, '12:30', 'Rocío Salinas Mora', '+56 9 5550 1152', 'iPhone 13', 'La batería dura medio día'],
] as const;

function timeOf(today: Date, offset: number, time: string): Date {
  const wanted = addDays(shopDay(today), offset);
  const sunday = shopClock(shopInstant(wanted, '12:00')).weekday === 0;
  return shopInstant(sunday ? addDays(wanted, offset < 0 ? -1 : 1) : wanted, time);
}

/** The rows: those of accounts were made by the receptionist some days before. */
export function makeAppointments(people: People, today: Date, random: Random): Row<'appointments'>[] {
  const others = [people.demoCustomers[1], ...people.otherAccounts];
  const byStaff: Row<'appointments'>[] = DAYS.map((offset, index) => {
    const customer = index < 2 ? people.demoCustomers[0] : random.pick(others);
    const at = timeOf(today, offset, random.pick(TIMES));
    const made = new Date(Math.min(at.getTime(), today.getTime()) - random.int(1, 4) * 86_400_000);
    const cancelled = index > 2 && random.chance(0.15);
    return {
      id: random.uuid(),
      customer_id: customer.id,
      appointment_date: at.toISOString(),
      reason: random.pick(REASONS),
      status: cancelled ? 'cancelled' : 'scheduled',
      cancelled_at: cancelled ? new Date(made.getTime() + 7_200_000).toISOString() : null,
      created_by: people.staff.receptionist.id,
      created_at: made.toISOString(),
      source: 'desk',
    };
  });
  const booked = BOOKED.map(([offset, time, name, phone, device, reason]) => ({
    id: random.uuid(),
    customer_id: null,
    appointment_date: timeOf(today, offset, time).toISOString(),
    full_name: name,
    phone,
    device,
    reason,
    status: 'scheduled',
    created_at: new Date(today.getTime() - 86_400_000).toISOString(),
    source: 'site',
  }));
  return [...byStaff, ...booked];
}
