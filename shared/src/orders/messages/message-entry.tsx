import type { ReactNode } from 'react';
import { messageTitle } from '#src/orders/status/order-status.ts';
import { messageOutcome } from '#src/messages/message-outcome.ts';
import { isHeld, isUnreachable, stateTime, type Message } from '#src/messages/message.ts';
import {
  useDiscardMessageMutation,
  useRetryMessageMutation,
  useSendNowMutation,
} from './message-mutations.ts';
import { formatDateTime, formatRelative, formatTime } from '#src/values/dates.ts';
import { isDiallable, normalisePhone, telHref } from '#src/values/phone.ts';
import { toast } from '@taller/shared/runtime';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import Phone from 'lucide-react/icons/phone';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Send from 'lucide-react/icons/send';
import { toastFailure } from '#src/orders/failure-text.ts';
import { messageEntryTexts as texts } from './texts.ts';
import styles from './message-entry.module.css';
import { MessageStateBadge } from './message-state-badge.tsx';
import type { Reply } from '#src/messages/message-queries.ts';

/** Shows who answered a reply and when; renders nothing before (MSG-21). */
export function AnsweredBy({ reply }: { reply: Reply }) {
  if (reply.answered_at === null) return null;
  return (
    <p className={styles.muted}>
      <span>{texts.answeredBy(reply.answered_name)}</span>{' '}
      <time dateTime={reply.answered_at} title={formatDateTime(reply.answered_at)}>
        {formatRelative(reply.answered_at)}
      </time>
    </p>
  );
}

export interface MessageEntryProps {
  message: Message;
  /** Names the subject in the buttons' labels, for example `orden 000123`. */
  about: string;
  customerName: string;
  /** The current phone of order or appointment. */
  customerPhone: string;
  /** Order and customer, if the context does not show them. */
  children?: ReactNode;
}

/** A message: its content, delivery state and time, the cause of a failure, and what to do about it. */
export function MessageEntry({ message, about, customerName, customerPhone, children }: MessageEntryProps) {
  const at = stateTime(message);
  const waits = message.state === 'queued' && message.attempts > 0;
  return (
    <li className={styles.entry} data-state={message.state}>
      <MessageStateBadge state={message.state} />
      <div className={styles.body}>
        <p className={styles.what}>
          <strong>{messageTitle(message.event)}</strong>
          <time className={styles.time} dateTime={at} title={formatDateTime(at)}>
            {formatRelative(at)}
          </time>
        </p>
        {children}
        {isHeld(message) && message.not_before !== null && (
          <p className={styles.muted}>{texts.held(formatTime(message.not_before))}</p>
        )}
        {message.state === 'off' && <p className={styles.muted}>{texts.off}</p>}
        {message.state === 'expired' && <p className={styles.muted}>{texts.expired}</p>}
        {message.error_code !== null && (
          <p className={message.state === 'failed' ? styles.problem : styles.muted}>
            <span>{texts.reason(message.error_code, message.error_message)}</span>{' '}
            {waits && <span>{`${texts.nextTry(formatRelative(message.next_attempt_at))}.`}</span>}
          </p>
        )}
      </div>
      {isHeld(message) && <HeldActions message={message} about={about} />}
      {message.state === 'expired' && <ExpiredActions message={message} about={about} />}
      {message.state === 'failed' && (
        <FailedActions message={message} about={about} customerName={customerName} phone={customerPhone} />
      )}
    </li>
  );
}

/**
 * Says whether a message was sent once it is queued. It takes a promise and is no callback of a mutation: the buttons
 * unmount as soon as the message is queued, and their callbacks with them.
 */
function tellOutcome(id: string, queueing: Promise<void>): void {
  queueing.then(
    async () => ((await messageOutcome(id)) ? toast.success(texts.retried) : toast.error(texts.retryFailed)),
    (error: unknown) => toastFailure(texts.retryFailed, error),
  );
}

function HeldActions({ message, about }: { message: Message; about: string }) {
  const { mutateAsync, isPending } = useSendNowMutation();
  return (
    <div className={styles.actions}>
      <Button
        size="sm"
        icon={<Send aria-hidden="true" />}
        loading={isPending}
        aria-label={texts.sendNowOf(messageTitle(message.event), about)}
        onClick={() => tellOutcome(message.id, mutateAsync(message.id))}
      >
        {texts.sendNow}
      </Button>
    </div>
  );
}

function ExpiredActions({ message, about }: { message: Message; about: string }) {
  const send = useSendNowMutation();
  const discard = useDiscardMessageMutation();
  const event = messageTitle(message.event);
  return (
    <div className={styles.actions}>
      <Button
        size="sm"
        icon={<Send aria-hidden="true" />}
        loading={send.isPending}
        aria-label={texts.sendOf(event, about)}
        onClick={() => tellOutcome(message.id, send.mutateAsync(message.id))}
      >
        {texts.send}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        loading={discard.isPending}
        aria-label={texts.discardOf(event, about)}
        onClick={() =>
          discard.mutateAsync(message.id).then(
            () => toast.success(texts.discarded),
            (error: unknown) => toastFailure(texts.discardFailed, error),
          )
        }
      >
        {texts.discard}
      </Button>
    </div>
  );
}

interface FailedActionsProps {
  message: Message;
  about: string;
  customerName: string;
  phone: string;
}

function FailedActions({ message, about, customerName, phone }: FailedActionsProps) {
  const { mutateAsync, isPending } = useRetryMessageMutation();
  const unreachable = isUnreachable(message);
  // Sent again to the same number it would not arrive either; a corrected one may.
  const mayArrive = !unreachable || normalisePhone(phone) !== message.phone;
  return (
    <div className={styles.actions}>
      {unreachable && isDiallable(phone) && (
        <a
          className={buttonClass({ variant: 'primary', size: 'sm' })}
          href={telHref(phone)}
          aria-label={texts.callOf(customerName)}
        >
          <Phone aria-hidden="true" />
          {texts.call}
        </a>
      )}
      {unreachable && !isDiallable(phone) && <p className={styles.muted}>{texts.noPhone}</p>}
      {mayArrive && (
        <Button
          size="sm"
          icon={<RotateCw aria-hidden="true" />}
          loading={isPending}
          aria-label={texts.retryOf(messageTitle(message.event), about)}
          onClick={() => tellOutcome(message.id, mutateAsync(message.id))}
        >
          {texts.retry}
        </Button>
      )}
    </div>
  );
}
