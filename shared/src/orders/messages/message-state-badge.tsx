import type { MessageState } from '#src/messages/message.ts';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import BellOff from 'lucide-react/icons/bell-off';
import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import Clock from 'lucide-react/icons/clock';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import type { LucideIcon } from 'lucide-react';
import { messageEntryTexts } from './texts.ts';

const LOOKS: Readonly<Record<MessageState, { tone: Tone; icon: LucideIcon }>> = {
  queued: { tone: 'neutral', icon: Clock },
  sending: { tone: 'neutral', icon: Clock },
  sent: { tone: 'info', icon: Check },
  delivered: { tone: 'success', icon: CheckCheck },
  read: { tone: 'success', icon: CheckCheck },
  failed: { tone: 'danger', icon: TriangleAlert },
  off: { tone: 'neutral', icon: BellOff },
};

/** The delivery state of a message, as icon, label and colour. */
export function MessageStateBadge({ state }: { state: MessageState }) {
  const { tone, icon: Icon } = LOOKS[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {messageEntryTexts.states[state]}
    </Badge>
  );
}
