import { useEffect, useRef, useState } from 'react';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { formatAppointment } from '@taller/shared/appointments/appointment-dates.ts';
import { bookedTexts as texts } from '@taller/shared/appointments/booking-texts.ts';
import type { LinkedBooking } from '@taller/shared/appointments/booking-slots.ts';
import { addressLine } from '@taller/shared/config/directions.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { readFacts, useLocation } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { saveFile } from '@taller/shared/ui/save-file.ts';
import { AskByPhone } from '#src/components/shop-phone.tsx';
import sheet from '#src/components/sheet.module.css';
import styles from './booking.module.css';
import { CancelBooking } from './cancel-booking.tsx';
import { MoveBooking } from './move-booking.tsx';

/** A booking that can still be moved and cancelled. */
export type OpenBooking = Exclude<LinkedBooking, { state: 'over' }>;

interface BookedProps {
  secret: string;
  booking: LinkedBooking;
}

/** A booking by its link: what it is, and what its link may still do (BOOK-06). */
export function Booked({ secret, booking }: BookedProps) {
  if (booking.state === 'over') return <Ended title={texts.overTitle} text={texts.over} />;
  if (booking.state === 'cancelled')
    return <Ended title={texts.cancelledTitle} text={texts.cancelled(booking.at)} />;
  if (booking.state === 'received') return <Ended title={texts.receivedTitle} text={texts.received} />;
  return <Open secret={secret} booking={booking} />;
}

/** Its heading has the focus: what was pressed is gone. */
function Ended({ title, text }: { title: string; text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={sheet.sheet} role="status">
      <h1 ref={heading} tabIndex={-1} className={sheet.title}>
        {title}
      </h1>
      <p className={sheet.lead}>{text}</p>
      <p className={sheet.actions}>
        <LinkButton to={paths.booking.getHref()} variant="primary">
          {texts.another}
        </LinkButton>
      </p>
      <AskByPhone className={sheet.help} text={texts.question} />
    </section>
  );
}

/** The file is made when it is asked for: its code is loaded then. */
async function saveCalendarFile(booking: OpenBooking): Promise<void> {
  const { toIcs } = await import('@taller/shared/appointments/ics.ts');
  const { shop, hours } = readFacts();
  const file = toIcs({
    // The same UID as in 'Mis citas': a moved appointment stays one calendar entry.
    uid: `${booking.id}@${location.hostname}`,
    sequence: booking.version - 1,
    start: new Date(booking.at),
    minutes: hours.booking.minutes,
    title: `Cita en ${shop.name}`,
    description: `${booking.device}: ${booking.reason}`,
    location: addressLine(shop.address),
    stamp: new Date(),
  });
  saveFile('cita.ics', file, 'text/calendar;charset=utf-8');
}

function Open({ secret, booking }: { secret: string; booking: OpenBooking }) {
  const { state } = useLocation();
  const isNew = (state as { booked?: boolean } | null)?.booked === true;
  const [doing, setDoing] = useState<'move' | 'cancel' | null>(null);
  /** The view that was left last: its button gets the focus back. */
  const [left, setLeft] = useState<typeof doing>(null);
  /** The outcome of the last move. */
  const [told, setTold] = useState<'moved' | 'changed' | null>(null);
  const place = addressLine(readFacts().shop.address);
  const leave = () => {
    setLeft(doing);
    setDoing(null);
  };
  return (
    <article className={sheet.sheet}>
      <h1 className={sheet.title}>{isNew ? texts.bookedTitle : texts.title}</h1>
      {isNew && told === null && <p className={sheet.lead}>{texts.booked}</p>}
      {told !== null && (
        <Banner tone={told === 'moved' ? 'success' : 'warning'} alert>
          {texts[told]}
        </Banner>
      )}
      <p className={styles.when}>{formatAppointment(booking.at)}</p>
      <dl className={styles.facts}>
        {place && (
          <div>
            <dt>{texts.where}</dt>
            <dd>{place}</dd>
          </div>
        )}
        <div>
          <dt>{texts.device}</dt>
          <dd>{booking.device}</dd>
        </div>
        <div>
          <dt>{texts.problem}</dt>
          <dd>{booking.reason}</dd>
        </div>
      </dl>
      {doing === 'move' && (
        <MoveBooking
          secret={secret}
          booking={booking}
          onEnd={(outcome) => {
            leave();
            setTold(outcome);
          }}
        />
      )}
      {doing === 'cancel' && <CancelBooking secret={secret} onBack={leave} />}
      {doing === null && (
        <div className={sheet.actions}>
          <Button icon={<CalendarPlus aria-hidden="true" />} onClick={() => void saveCalendarFile(booking)}>
            {texts.calendar}
          </Button>
          <Button autoFocus={left === 'move'} onClick={() => setDoing('move')}>
            {texts.move}
          </Button>
          <Button autoFocus={left === 'cancel'} onClick={() => setDoing('cancel')}>
            {texts.cancel}
          </Button>
        </div>
      )}
      <AskByPhone className={sheet.help} text={texts.question} />
    </article>
  );
}
