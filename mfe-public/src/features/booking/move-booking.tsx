import { useEffect, useRef, useState } from 'react';
import { useMoveBookingMutation, type MoveOutcome } from '@taller/shared/appointments/booking-mutations.ts';
import { SLOT_REQUIRED } from '@taller/shared/appointments/booking-schema.ts';
import { bookedTexts as texts, bookingTexts } from '@taller/shared/appointments/booking-texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import sheet from '#src/components/sheet.module.css';
import type { OpenBooking } from './booked.tsx';
import { SlotPicker } from './slot-picker.tsx';

interface MoveBookingProps {
  secret: string;
  booking: OpenBooking;
  /** It was moved, the shop changed it meanwhile, or it stays: null. */
  onEnd: (outcome: 'moved' | 'changed' | null) => void;
}

/** Chooses another time for a booking. A time that is gone is replaced by the next one, which is sent again. */
export function MoveBooking({ secret, booking, onEnd }: MoveBookingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const move = useMoveBookingMutation();
  const [at, setAt] = useState('');
  const [isSent, setSent] = useState(false);
  const [refusal, setRefusal] = useState<MoveOutcome | null>(null);
  const error = isSent && at === '' ? SLOT_REQUIRED : undefined;
  const send = () => {
    setSent(true);
    setRefusal(null);
    if (at === '') return;
    move.mutate(
      { secret, version: booking.version, to: at },
      {
        onSuccess: (moved) => {
          if (moved.outcome === 'moved' || moved.outcome === 'changed') onEnd(moved.outcome);
          else setRefusal(moved);
          if (moved.next !== null) setAt(moved.next);
        },
      },
    );
  };
  return (
    <section aria-label={texts.moveTitle} className={sheet.stack}>
      <h2 tabIndex={-1} ref={heading}>
        {texts.moveTitle}
      </h2>
      <SlotPicker key={refusal?.next} value={at} error={error} onChange={setAt} />
      {at !== '' && <p role="status">{bookingTexts.chosen(at)}</p>}
      {refusal && (
        <Banner tone="warning" alert>
          {refusalText(refusal)} {texts.notMoved}
        </Banner>
      )}
      {move.isError && <Banner tone="danger">{failureText(move.error, texts.moveFailed)}</Banner>}
      <div className={sheet.actions}>
        <Button variant="primary" loading={move.isPending} loadingText={texts.moving} onClick={send}>
          {texts.moveSubmit}
        </Button>
        <Button disabled={move.isPending} onClick={() => onEnd(null)}>
          {texts.moveBack}
        </Button>
      </div>
    </section>
  );
}

/** The reason why a booking was not moved, in words. */
function refusalText({ outcome, next }: MoveOutcome): string {
  if (outcome === 'limit') return texts.moveLimit;
  if (outcome === 'off') return bookingTexts.off;
  const why = bookingTexts.gone[outcome === 'taken' || outcome === 'reserved' ? outcome : 'closed'];
  return next === null ? `${why} ${bookingTexts.none}` : `${why} ${bookingTexts.nextChosen(next)}`;
}
