import type { MessageState } from '#src/messages/message.ts';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { MESSAGE_ICONS } from './message-icons.ts';
import { messageEntryTexts } from './texts.ts';

const TONES: Readonly<Record<MessageState, Tone>> = {
  queued: 'neutral',
  sending: 'neutral',
  sent: 'info',
  delivered: 'success',
  read: 'success',
  failed: 'danger',
  off: 'neutral',
  expired: 'danger',
  discarded: 'neutral',
};

/** The delivery state of a message, as icon, label and colour. */
export function MessageStateBadge({ state }: { state: MessageState }) {
  const Icon = MESSAGE_ICONS[state];
  return (
    <Badge tone={TONES[state]} icon={<Icon aria-hidden="true" />}>
      {messageEntryTexts.states[state]}
    </Badge>
  );
}
