import { useOutageShown } from '@taller/shared/ui/use-outage-shown.ts';
import { orderReadFailure } from '@taller/shared/orders/failure-text.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';

const texts = orderTexts.desk;

interface LoadFailureProps {
  error: Error;
  retrying: boolean;
  onRetry: () => void;
}

/** Says that the list could not be read; earlier rows stay below. A lost connection is announced once (UI-04). */
export function LoadFailure({ error, retrying, onRetry }: LoadFailureProps) {
  const quiet = useOutageShown(error);
  return (
    <Banner
      tone={quiet ? 'neutral' : 'danger'}
      action={
        <Button onClick={onRetry} loading={retrying}>
          {orderTexts.retry}
        </Button>
      }
    >
      {quiet ? texts.loadError : `${texts.loadError} ${orderReadFailure(error)}`}
    </Banner>
  );
}

/** How many orders came in that the list does not show yet. */
export function NewsBanner({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <Banner
      tone="info"
      alert
      action={
        <Button size="sm" onClick={onShow}>
          {texts.showNews}
        </Button>
      }
    >
      {texts.news(count)}
    </Banner>
  );
}
