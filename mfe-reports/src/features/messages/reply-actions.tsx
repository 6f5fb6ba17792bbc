import { useAnswerReplyMutation } from '@taller/shared/messages/answer-reply-mutation.ts';
import type { Reply } from '@taller/shared/messages/message-queries.ts';
import { toastFailure } from '@taller/shared/orders/failure-text.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { buttonClass } from '@taller/shared/ui/button-class.ts';
import { whatsAppHref } from '@taller/shared/values/phone.ts';
import Check from 'lucide-react/icons/check';
import MessageCircle from 'lucide-react/icons/message-circle';
import { messageTexts as texts } from '#src/features/messages/texts.ts';
import entryStyles from '@taller/shared/orders/messages/message-entry.module.css';

/** Answers a reply in WhatsApp, and notes that somebody did (MSG-21). */
export function ReplyActions({ reply }: { reply: Reply }) {
  const { mutate, isPending } = useAnswerReplyMutation();
  const note = (answered: boolean) =>
    mutate({ id: reply.id, answered }, { onError: (error) => toastFailure(texts.noteFailed, error) });
  const isAnswered = reply.answered_at !== null;
  return (
    <div className={entryStyles.actions}>
      <a
        className={buttonClass({ size: 'sm' })}
        href={whatsAppHref(reply.phone)}
        target="_blank"
        rel="noreferrer"
        onClick={() => {
          if (!isAnswered) note(true);
        }}
      >
        <MessageCircle aria-hidden="true" />
        {texts.answer}
      </a>
      <Button
        size="sm"
        variant="ghost"
        icon={isAnswered ? undefined : <Check aria-hidden="true" />}
        loading={isPending}
        onClick={() => note(!isAnswered)}
      >
        {isAnswered ? texts.markUnanswered : texts.markAnswered}
      </Button>
    </div>
  );
}
