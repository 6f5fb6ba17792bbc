import { House, Phone } from 'lucide-react';
import { shop } from '@taller/shared/config/shop.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { formatPhone, telHref } from '@taller/shared/values/phone.ts';
import { buttonClass } from '@taller/shared/ui/button-class.ts';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
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
          <a href={telHref(shop.phone)} className={buttonClass()}>
            <Phone aria-hidden="true" />
            {formatPhone(shop.phone)}
          </a>
        </>
      }
    >
      {texts.linkHint}
    </ErrorState>
  );
}
