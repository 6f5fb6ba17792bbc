import { paths } from '@taller/shared/contract/paths.ts';
import { dataErrorCode } from '@taller/shared/data-access/data-error.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { refusalTexts as texts } from '@taller/shared/contract/refusal-texts.ts';
import { useRefuseRemindersMutation } from '@taller/shared/messages/refuse-reminders-mutation.ts';
import { useParams } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { LinkPage } from '#src/components/link-page.tsx';
import { AskByPhone } from '#src/components/shop-phone.tsx';
import sheet from '#src/components/sheet.module.css';

/** /recordatorios/:link, by which whoever gets a reminder refuses more (TIME-48). */
export function RefusalPage() {
  const { link = '' } = useParams();
  return (
    <LinkPage>
      <Refusal link={link} />
    </LinkPage>
  );
}

/** It asks first: programs that look at links before a person does refuse nothing. */
function Refusal({ link }: { link: string }) {
  const refuse = useRefuseRemindersMutation();
  if (refuse.isSuccess)
    return (
      <article className={sheet.sheet} role="status">
        <h1 className={sheet.title}>{texts.doneTitle}</h1>
        <p className={sheet.lead}>{texts.done}</p>
        <p className={sheet.actions}>
          <LinkButton to={paths.home.getHref()}>{texts.home}</LinkButton>
        </p>
        <AskByPhone className={sheet.help} text={texts.question} />
      </article>
    );
  const isMissing = dataErrorCode(refuse.error) === 'not-found';
  return (
    <article className={sheet.sheet}>
      <h1 className={sheet.title}>{texts.title}</h1>
      <p className={sheet.lead}>{texts.text}</p>
      {refuse.isError && (
        <Banner tone="danger" alert>
          {isMissing ? texts.missing : failureText(refuse.error, texts.failed)}
        </Banner>
      )}
      <p className={sheet.actions}>
        <Button
          variant="primary"
          loading={refuse.isPending}
          loadingText={texts.sending}
          onClick={() => refuse.mutate(link)}
        >
          {texts.submit}
        </Button>
      </p>
    </article>
  );
}
