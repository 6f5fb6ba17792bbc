import { failureText } from '#src/data-access/failure-text.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { quoteTexts as texts } from './quote-texts.ts';
import { useSendQuoteLinkMutation } from './quote-mutations.ts';

/** Says that the decision needs the link that is sent, and sends it. */
export function SendLink({ orderId }: { orderId: string }) {
  const send = useSendQuoteLinkMutation();
  if (send.isSuccess) {
    return (
      <Banner tone="success" alert>
        {texts.linkSent}
      </Banner>
    );
  }
  return (
    <Banner
      tone="warning"
      alert
      action={
        <Button loading={send.isPending} loadingText={texts.sending} onClick={() => send.mutate(orderId)}>
          {texts.sendLink}
        </Button>
      }
    >
      {send.isError ? failureText(send.error, texts.linkFailed, ['invalid']) : texts.needsLink}
    </Banner>
  );
}
