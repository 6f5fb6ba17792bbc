import { useState, type ReactNode } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useController, useForm, type UseFormReturn } from 'react-hook-form';
import { mayOpen } from '@taller/shared/access/permissions.ts';
import { slotsQuery } from '@taller/shared/appointments/booking-queries.ts';
import { bookingTexts as texts } from '@taller/shared/appointments/booking-texts.ts';
import {
  BOOKING_LENGTHS,
  bookingSchema,
  type Booking,
  type BookingInput,
} from '@taller/shared/appointments/booking-schema.ts';
import { useBookMutation, type SlotRefusal } from '@taller/shared/appointments/booking-mutations.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { FormPhoneField } from '@taller/shared/forms/form-phone-field.tsx';
import { useQuery } from '@taller/shared/query';
import { Link, useNavigate, useSession, type CurrentUser } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { TextArea } from '@taller/shared/ui/text-area.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { LONGEST } from '@taller/shared/values/longest.ts';
import { formatPhone, isDiallable } from '@taller/shared/values/phone.ts';
import sheet from '#src/components/sheet.module.css';
import { SlotPicker } from './slot-picker.tsx';
import styles from './booking.module.css';
import { OtherWays } from './other-ways.tsx';

/** The customer who is signed in; null for anybody else, staff included. */
function useCustomer(): CurrentUser | null {
  const { user } = useSession();
  return user && mayOpen(user.role, 'own-orders') ? user : null;
}

interface BookingFormProps {
  /** Shown instead while online booking is switched off. */
  off: ReactNode;
}

/** A time, and who comes with what (BOOK-09). A time that is gone loses nothing that was typed. */
export function BookingForm({ off }: BookingFormProps) {
  const customer = useCustomer();
  const navigate = useNavigate();
  const slots = useQuery(slotsQuery(null));
  const book = useBookMutation();
  const [refusal, setRefusal] = useState<SlotRefusal | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<BookingInput, unknown, Booking>({
    resolver: zodResolver(bookingSchema),
    defaultValues: {
      at: '',
      fullName: customer?.fullName || customer?.email || '',
      phone: customer?.phone ?? '',
      device: '',
      reason: '',
    },
  });
  const { control, setValue } = form;
  const { field: at, fieldState } = useController({ control, name: 'at' });
  // The input stays, next to the reason why nothing was booked.
  if (slots.data?.enabled === false && !form.formState.isDirty) return off;

  const send = form.handleSubmit(async (booking) => {
    setRefusal(null);
    setProblem(null);
    try {
      const booked = await book.mutateAsync(booking);
      if (booked.outcome === 'booked') {
        form.reset();
        // Back leads to no form that was sent.
        void navigate(paths.booked.getHref(booked.secret), { replace: true, state: { booked: true } });
        return;
      }
      setRefusal(booked);
      if (booked.next) setValue('at', booked.next, { shouldDirty: true });
    } catch (error) {
      setProblem(failureText(error, texts.failed, ['invalid']));
    }
  });
  return (
    <Form form={form} draft="cita.reservar" onSubmit={send} className={sheet.sheet}>
      <h1 className={sheet.title}>{texts.title}</h1>
      <p className={sheet.lead}>{texts.lead}</p>
      <SlotPicker
        key={refusal?.next}
        value={at.value}
        error={fieldState.error?.message}
        onChange={at.onChange}
        focusRef={at.ref}
      />
      {/* The rest of the form would jump once the times arrive: how many there are is not known. */}
      {slots.isPending ? (
        <div className={styles.coming} />
      ) : (
        <>
          {at.value !== '' && (
            <p className={styles.chosen} role="status">
              {texts.chosen(at.value)}
            </p>
          )}
          <Who form={form} customer={customer} />
          <What form={form} />
          <p className={sheet.help}>
            {texts.consent} <Link to={paths.privacy.getHref()}>{texts.privacy}</Link>
          </p>
          {refusal && <Refusal refusal={refusal} />}
          {problem && <Banner tone="danger">{problem}</Banner>}
          <Button
            type="submit"
            size="lg"
            variant="primary"
            loading={book.isPending}
            loadingText={texts.submitting}
          >
            {texts.submit}
          </Button>
        </>
      )}
    </Form>
  );
}

type BookingControls = UseFormReturn<BookingInput, unknown, Booking>;

/** Name and phone; those of an account whose phone can be dialled are not asked for. */
function Who({ form, customer }: { form: BookingControls; customer: CurrentUser | null }) {
  const { register, control, formState } = form;
  const isKnown = customer !== null && isDiallable(customer.phone);
  const name = customer?.fullName || customer?.email || '';
  return (
    <>
      {isKnown && (
        <p>
          {texts.account(name, formatPhone(customer.phone))}{' '}
          <Link to={paths.profile.getHref()}>{texts.profile}</Link>
        </p>
      )}
      {!isKnown && customer !== null && <p>{name}</p>}
      {customer === null && (
        <TextField
          {...register('fullName')}
          label={texts.name}
          autoComplete="name"
          maxLength={LONGEST.name}
          error={formState.errors.fullName?.message}
        />
      )}
      {!isKnown && (
        <FormPhoneField
          control={control}
          name="phone"
          label={texts.phone}
          hint={texts.phoneHint}
          autoComplete="tel"
          maxLength={LONGEST.phone}
        />
      )}
    </>
  );
}

/** The device, and its problem. */
function What({ form: { register, formState } }: { form: BookingControls }) {
  return (
    <>
      <TextField
        {...register('device')}
        label={texts.device}
        hint={texts.deviceHint}
        autoComplete="off"
        maxLength={BOOKING_LENGTHS.device}
        error={formState.errors.device?.message}
      />
      <TextArea
        {...register('reason')}
        label={texts.problem}
        maxLength={BOOKING_LENGTHS.reason}
        error={formState.errors.reason?.message}
      />
    </>
  );
}

/** Says why nothing was booked, and what to do (BOOK-04, BOOK-05, BOOK-17). */
function Refusal({ refusal }: { refusal: SlotRefusal }) {
  const { outcome, next } = refusal;
  const isOver = outcome === 'limit' || outcome === 'off';
  const why = isOver ? texts[outcome] : texts.gone[outcome];
  const closed = outcome === 'off' ? `${texts.offTitle}. ${texts.notBooked} ` : '';
  const rest = next ? texts.nextChosen(next) : outcome === 'reserved' ? '' : texts.none;
  return (
    <>
      <Banner tone="warning" alert>
        {isOver ? `${closed}${why}` : `${why} ${texts.notBooked} ${rest}`}
      </Banner>
      {(!next || outcome === 'reserved') && <OtherWays />}
    </>
  );
}
