import { bookedTexts as texts } from '@taller/shared/appointments/booking-texts.ts';
import { bookingQuery } from '@taller/shared/appointments/booking-queries.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { knownFailure, USUAL } from '@taller/shared/data-access/failure-text.ts';
import { useQuery } from '@taller/shared/query';
import { useParams } from '@taller/shared/runtime';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { LinkPage } from '#src/components/link-page.tsx';
import { CallLink } from '#src/components/shop-phone.tsx';
import { Booked } from './booked.tsx';

/** /citas/:secret, the link of a booking (BOOK-06). */
export function BookedPage() {
  const { secret = '' } = useParams();
  return (
    <LinkPage>
      <BookedView key={secret} secret={secret} />
    </LinkPage>
  );
}

function BookedView({ secret }: { secret: string }) {
  const booking = useQuery(bookingQuery(secret));
  if (booking.isPending) return <Skeleton shape="card" count={1} />;
  if (booking.data) return <Booked secret={secret} booking={booking.data} />;
  if (dataErrorCode(booking.error) === 'not-found')
    return (
      <ErrorState
        as="h1"
        error={null}
        message={texts.missing}
        actions={
          <>
            <LinkButton to={paths.booking.getHref()}>{texts.another}</LinkButton>
            <CallLink />
          </>
        }
      >
        {texts.missingHint}
      </ErrorState>
    );
  return (
    <ErrorState
      as="h1"
      error={booking.error}
      message={texts.failed}
      onRetry={() => void booking.refetch()}
      retrying={booking.isFetching}
    >
      {knownFailure(booking.error, { offline: USUAL.offline }) ?? texts.failedHint}
    </ErrorState>
  );
}
