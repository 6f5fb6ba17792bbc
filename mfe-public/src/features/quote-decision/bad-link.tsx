import House from 'lucide-react/icons/house';
import { paths } from '@taller/shared/contract/paths.ts';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { CallLink } from '#src/components/shop-phone.tsx';
import { quoteTexts as texts } from '@taller/shared/orders/quote/quote-texts.ts';

/** A link without an order, or with one that does not exist. */
export function BadLink({ message }: { message: string }) {
  return (
    <ErrorState
      as="h1"
      error={null}
      message={message}
      actions={
        <>
          <LinkButton to={paths.home.getHref()} icon={<House aria-hidden="true" />}>
            {texts.home}
          </LinkButton>
          <CallLink />
        </>
      }
    >
      {texts.linkHint}
    </ErrorState>
  );
}
