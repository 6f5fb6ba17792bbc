import type { MessageState } from '#src/messages/message.ts';
import Ban from 'lucide-react/icons/ban';
import BellOff from 'lucide-react/icons/bell-off';
import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import Clock from 'lucide-react/icons/clock';
import ClockExclamationPoint from 'lucide-react/icons/clock-exclamation-point';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import type { LucideIcon } from 'lucide-react';

/** The icon of each delivery state, as messaging apps show them. */
export const MESSAGE_ICONS: Readonly<Record<MessageState, LucideIcon>> = {
  queued: Clock,
  sending: Clock,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
  failed: TriangleAlert,
  off: BellOff,
  expired: ClockExclamationPoint,
  discarded: Ban,
};
