import { createHmac } from 'node:crypto';
import {
  useCancelAppointmentMutation,
  useCreateAppointmentMutation,
  useMoveAppointmentMutation,
} from '@taller/shared/appointments/appointment-mutations.ts';
import { useClaimOrdersMutation } from '@taller/shared/orders/own/claim-orders-mutation.ts';
import {
  useConfirmRutMutation,
  useCreateCustomerMutation,
} from '@taller/shared/people/customers/customer-mutations.ts';
import { useUpdateOwnProfileMutation } from '@taller/shared/people/profile/update-own-profile-mutation.ts';
import { NO_FILTER } from '@taller/shared/reports/report-filter.ts';
import { reportPeriod } from '@taller/shared/reports/report-period.ts';
import { fetchEarnings } from '@taller/shared/reports/earnings-queries.ts';
import { fetchResult, rehearseCommissions } from '@taller/shared/reports/results-queries.ts';
import { useSetReportPinMutation } from '@taller/shared/reports/set-report-pin-mutation.ts';
import {
  useRemoveFactorMutation,
  useVerifyFactorMutation,
  useEnrolFactorMutation,
} from '@taller/shared/people/second-factor/factor-mutations.ts';
import {
  useEndOtherSessionsMutation,
  useEndSessionMutation,
} from '@taller/shared/people/sessions/session-mutations.ts';
import { touchSession } from '@taller/shared/people/sessions/touch-session.ts';
import {
  useCreateUserMutation,
  useDeleteUserMutation,
  useInviteUserMutation,
  useUpdateUserMutation,
} from '@taller/shared/people/users/user-mutations.ts';
import type { NewUser } from '@taller/shared/people/people-schemas.ts';
import { callHook } from '@taller/shared/testing/call-hook.ts';
import { makeOrder } from '../orders.ts';
import { newEmail, newRut, PASSWORD, type Person } from '../shop.ts';
import type { Change, Stage } from './change.ts';

/** A report of an admin who knows the PIN. */
const behindPin = (read: (pin: string) => Promise<unknown>): Change => ({
  begin: async (stage) => {
    await stage.signIn('admin');
    await stage.shop.sql`delete from private.report_pin`;
    await callHook(useSetReportPinMutation).mutateAsync({ current: '', next: '4321' });
    return () => read('4321');
  },
  reads: true,
  counts: A_GUESS,
});

export const newUser = (): NewUser => ({
  email: newEmail(),
  password: 'una-clave-larga-1',
  fullName: 'Nueva Persona',
  rut: newRut(),
  phone: '912345678',
  role: 'technician',
});

/** An authenticator app's code; `step` half-minutes from now. */
function appCode(secret: string, step: number): string {
  const bits = Array.from(secret)
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigInt64BE(BigInt(Math.floor(Date.now() / 30_000) + step));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

/** A new user, signed in with an unverified factor; each code is the next one, as a person would enter it. */
async function enrolled(stage: Stage, firstStep: number) {
  await stage.browser.signIn(await stage.shop.addPerson('technician'));
  const { factorId, secret } = await callHook(useEnrolFactorMutation).mutateAsync(PASSWORD);
  let step = firstStep - 1;
  return () => {
    step += 1;
    return { factorId, code: appCode(secret, step) };
  };
}

/** The sessions of a user who is signed in three more times. */
async function manySessions(stage: Stage): Promise<Person> {
  const person = await stage.shop.addPerson('customer');
  await person.client.auth.signInWithPassword({ email: person.email, password: PASSWORD });
  await stage.browser.signIn(person);
  return person;
}

const A_GUESS = {
  'private.report_pin_guesses': 'each guess of the PIN is counted, until its answer is fetched',
};

/** Mutations of accounts, customers' own data and admin screens. */
export const PEOPLE_CHANGES: Readonly<Record<string, Change>> = {
  useCreateAppointmentMutation: {
    begin: async (stage) => {
      const { shop } = stage;
      await stage.signIn('receptionist');
      const { mutateAsync } = callHook(useCreateAppointmentMutation);
      const at = new Date('2027-03-01T15:00:00Z');
      return () =>
        mutateAsync({
          who: 'account',
          customerId: shop.people.customer.id,
          fullName: '',
          phone: '',
          at,
          reason: 'Retiro',
        });
    },
  },
  useCancelAppointmentMutation: {
    begin: async (stage) => {
      const { shop } = stage;
      await stage.signIn('receptionist');
      const [made] = await shop.sql`insert into public.appointments (customer_id, appointment_date, reason)
        values (${shop.people.customer.id}, '2027-03-02T15:00:00Z', 'Retiro') returning id`;
      const { mutateAsync } = callHook(useCancelAppointmentMutation);
      return () => mutateAsync(String(made?.id));
    },
  },
  useMoveAppointmentMutation: {
    begin: async (stage) => {
      const { shop } = stage;
      await stage.signIn('technician');
      const [made] = await shop.sql`insert into public.appointments (customer_id, appointment_date, reason)
        values (${shop.people.customer.id}, '2027-03-03T15:00:00Z', 'Retiro') returning id`;
      const { mutateAsync } = callHook(useMoveAppointmentMutation);
      return () => mutateAsync({ id: String(made?.id), version: 1, at: new Date('2027-03-04T15:00:00Z') });
    },
  },
  useClaimOrdersMutation: {
    begin: async (stage) => {
      const person = await stage.shop.addPerson('customer', { proven: false, rut: newRut() });
      const { rut, phone, fullName } = person;
      const order = await makeOrder(stage.shop, {
        customer_rut: rut,
        customer_phone: phone,
        customer_name: fullName,
      });
      await stage.browser.signIn(person);
      const { mutateAsync } = callHook(useClaimOrdersMutation);
      return () => mutateAsync({ orderNumber: order.order_number, phone });
    },
    counts: { 'private.claim_attempts': 'each try counts, five an hour, whatever became of its answer' },
  },
  useConfirmRutMutation: {
    begin: async (stage) => {
      const { id } = await stage.shop.addPerson('customer', { proven: false });
      await stage.signIn('receptionist');
      const rut = newRut();
      const { mutateAsync } = callHook(useConfirmRutMutation);
      return () => mutateAsync({ profileId: id, rut });
    },
  },
  useUpdateOwnProfileMutation: {
    begin: async (stage) => {
      const person = await stage.shop.addPerson('customer');
      await stage.browser.signIn(person);
      const { mutateAsync } = callHook(() => useUpdateOwnProfileMutation(person.id));
      return () => mutateAsync({ fullName: 'Otro Nombre', phone: '912345678', address: 'Colón 12' });
    },
  },
  useCreateUserMutation: {
    begin: async (stage) => {
      await stage.signIn('admin');
      const user = newUser();
      const { mutateAsync } = callHook(useCreateUserMutation);
      return () => mutateAsync(user);
    },
  },
  useCreateCustomerMutation: {
    begin: async (stage) => {
      await stage.signIn('receptionist');
      const customer = { email: newEmail(), fullName: 'Nueva Clienta', rut: newRut(), phone: '912345678' };
      const { mutateAsync } = callHook(useCreateCustomerMutation);
      return () => mutateAsync(customer);
    },
  },
  useUpdateUserMutation: {
    begin: async (stage) => {
      const { id } = await stage.shop.addPerson('technician');
      await stage.signIn('admin');
      const { mutateAsync } = callHook(useUpdateUserMutation);
      return () => mutateAsync({ id, fullName: 'Otro Nombre', phone: '', role: 'receptionist' });
    },
  },
  useInviteUserMutation: {
    begin: async (stage) => {
      const { id } = await stage.shop.addPerson('customer');
      await stage.signIn('admin');
      await stage.shop.sql`update auth.users set email_confirmed_at = null where id = ${id}`;
      const { mutateAsync } = callHook(useInviteUserMutation);
      return () => mutateAsync(id);
    },
    counts: { 'private.account_invitations': 'each press makes a new link, which voids the one before' },
  },
  useDeleteUserMutation: {
    begin: async (stage) => {
      const { id } = await stage.shop.addPerson('technician');
      await stage.signIn('admin');
      const { mutateAsync } = callHook(useDeleteUserMutation);
      return () => mutateAsync(id);
    },
  },
  touchSession: {
    begin: async (stage) => {
      await stage.browser.signIn(await stage.shop.addPerson('technician'));
      return touchSession;
    },
  },
  useEndSessionMutation: {
    begin: async (stage) => {
      const person = await manySessions(stage);
      const [other] = await stage.shop
        .sql`select id from auth.sessions where user_id = ${person.id} order by created_at limit 1`;
      const { mutateAsync } = callHook(useEndSessionMutation);
      return () => mutateAsync(String(other?.id));
    },
  },
  useEndOtherSessionsMutation: {
    begin: async (stage) => {
      await manySessions(stage);
      const { mutateAsync } = callHook(useEndOtherSessionsMutation);
      return () => mutateAsync();
    },
  },
  useEnrolFactorMutation: {
    begin: async (stage) => {
      await stage.browser.signIn(await stage.shop.addPerson('technician'));
      const { mutateAsync } = callHook(useEnrolFactorMutation);
      return () => mutateAsync(PASSWORD);
    },
    counts: {
      'auth.mfa_factors': 'an unfinished one counts for nothing and goes when the next one is begun',
    },
  },
  useVerifyFactorMutation: {
    begin: async (stage) => {
      const nextCode = await enrolled(stage, 0);
      const { mutateAsync } = callHook(useVerifyFactorMutation);
      return () => mutateAsync(nextCode());
    },
  },
  useRemoveFactorMutation: {
    begin: async (stage) => {
      const nextCode = await enrolled(stage, -1);
      await callHook(useVerifyFactorMutation).mutateAsync(nextCode());
      const { mutateAsync } = callHook(useRemoveFactorMutation);
      return () => mutateAsync(nextCode());
    },
  },
  fetchEarnings: behindPin((pin) => fetchEarnings(pin, NO_FILTER, reportPeriod(NO_FILTER, '2026-11-23'))),
  fetchResult: behindPin((pin) => fetchResult('margin', {}, pin)),
  rehearseCommissions: behindPin((pin) => rehearseCommissions('[]', pin)),
  useSetReportPinMutation: {
    begin: async (stage) => {
      await stage.signIn('admin');
      await stage.shop.sql`delete from private.report_pin`;
      await callHook(useSetReportPinMutation).mutateAsync({ current: '', next: '4321' });
      const { mutateAsync } = callHook(useSetReportPinMutation);
      return () => mutateAsync({ current: '4321', next: '8765' });
    },
    counts: A_GUESS,
  },
};
