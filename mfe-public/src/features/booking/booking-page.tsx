import { bookingTexts as texts } from '@taller/shared/appointments/booking-texts.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { QueryRoot } from '@taller/shared/query';
import { readFacts, useSession } from '@taller/shared/runtime';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import sheet from '#src/components/sheet.module.css';
import { BookingForm } from './booking-form.tsx';
import { OtherWays } from './other-ways.tsx';

function SwitchedOff() {
  return (
    <article className={sheet.sheet}>
      <h1 className={sheet.title}>{texts.offTitle}</h1>
      <p className={sheet.lead}>{texts.off}</p>
      <OtherWays />
      <p className={sheet.actions}>
        <LinkButton to={paths.home.getHref()}>{texts.home}</LinkButton>
      </p>
    </article>
  );
}

/** /citas (BOOK-09). */
export function BookingPage() {
  const { user } = useSession();
  return (
    <div className={sheet.page}>
      {readFacts().hours.booking.enabled ? (
        <QueryRoot>
          <BookingForm key={user?.id ?? ''} off={<SwitchedOff />} />
        </QueryRoot>
      ) : (
        <SwitchedOff />
      )}
    </div>
  );
}
