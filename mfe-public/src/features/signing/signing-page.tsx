import { failureText } from '@taller/shared/data-access/failure-text.ts';
import type { Signing as SigningData } from '@taller/shared/orders/signatures/signature.ts';
import { SignatureForm } from '@taller/shared/orders/signatures/signature-form.tsx';
import { useSignByLinkMutation } from '@taller/shared/orders/signatures/signature-mutations.ts';
import { linkSigningQuery } from '@taller/shared/orders/signatures/signature-queries.ts';
import { useQuery } from '@taller/shared/query';
import { useParams } from '@taller/shared/runtime';
import { LinkContents, LinkPage } from '#src/components/link-page.tsx';
import sheet from '#src/components/sheet.module.css';
import { AskByPhone } from '#src/components/shop-phone.tsx';
import { signingTexts as texts } from './texts.ts';

/** /firmar/:token, on which the customer signs on the own phone (REC-73). */
export function SigningPage() {
  const { token = '' } = useParams();
  return (
    <LinkPage>
      <Signing token={token} />
    </LinkPage>
  );
}

function Signing({ token }: { token: string }) {
  const query = useQuery(linkSigningQuery(token));
  const sign = useSignByLinkMutation(token);
  if (sign.isSuccess) return <Notice title={texts.doneTitle} text={texts.done} />;
  return (
    <LinkContents query={query} texts={texts}>
      {(signing) =>
        signing.state === 'open' ? (
          <Open
            signing={signing}
            busy={sign.isPending}
            failure={sign.error && failureText(sign.error, texts.failed)}
            onSign={sign.mutate}
          />
        ) : (
          <Notice title={texts.closedTitle[signing.state]} text={texts.closed[signing.state]} />
        )
      }
    </LinkContents>
  );
}

interface OpenProps extends Omit<Parameters<typeof SignatureForm>[0], 'signing'> {
  signing: SigningData;
}

function Open({ signing, ...form }: OpenProps) {
  return (
    <article className={sheet.sheet}>
      <h1 className={sheet.title}>{texts.title[signing.moment]}</h1>
      <SignatureForm signing={signing} {...form} />
      <AskByPhone className={sheet.help} text={texts.question} />
    </article>
  );
}

/** Brings the answer into view: the button that was pressed was far below. */
const focus = (element: HTMLElement | null) => element?.focus();

/** The message in place of a form that cannot be signed: it was signed, or its link is closed. */
function Notice({ title, text }: { title: string; text: string }) {
  return (
    <article className={sheet.sheet} role="status">
      <h1 ref={focus} tabIndex={-1} className={sheet.title}>
        {title}
      </h1>
      <p className={sheet.lead}>{text}</p>
      <AskByPhone className={sheet.help} text={texts.question} />
    </article>
  );
}
