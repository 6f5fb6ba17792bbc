import { useId } from 'react';
import { useCancelBookingMutation } from '@taller/shared/appointments/booking-mutations.ts';
import { bookedTexts as texts } from '@taller/shared/appointments/booking-texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import sheet from '#src/components/sheet.module.css';

/** Asks before a booking is cancelled, which cannot be undone. The way back has the focus first. */
export function CancelBooking({ secret, onBack }: { secret: string; onBack: () => void }) {
  const cancel = useCancelBookingMutation();
  const id = useId();
  return (
    <section role="alertdialog" aria-labelledby={id} aria-describedby={`${id}-text`} className={sheet.stack}>
      <h2 id={id}>{texts.cancelTitle}</h2>
      <p id={`${id}-text`}>{texts.cancelText}</p>
      {cancel.isError && <Banner tone="danger">{failureText(cancel.error, texts.cancelFailed)}</Banner>}
      <div className={sheet.actions}>
        <Button
          variant="danger"
          loading={cancel.isPending}
          loadingText={texts.cancelling}
          onClick={() => cancel.mutate(secret)}
        >
          {texts.cancelSubmit}
        </Button>
        <Button disabled={cancel.isPending} onClick={onBack} autoFocus>
          {texts.cancelBack}
        </Button>
      </div>
    </section>
  );
}
