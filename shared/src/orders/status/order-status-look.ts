import {
  BadgeCheck,
  Ban,
  CircleCheckBig,
  Clock,
  FileText,
  PackageCheck,
  ThumbsDown,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import type { OrderStatus } from './order-status.ts';
import type { Tone } from '#src/ui/badge.tsx';

/** Icon and colour of each order status, on every screen. */
export const ORDER_STATUS_LOOK: Readonly<Record<OrderStatus, { icon: LucideIcon; tone: Tone }>> = {
  pending: { icon: Clock, tone: 'warning' },
  in_progress: { icon: Wrench, tone: 'info' },
  quoted: { icon: FileText, tone: 'quote' },
  approved: { icon: BadgeCheck, tone: 'success' },
  rejected: { icon: ThumbsDown, tone: 'danger' },
  completed: { icon: CircleCheckBig, tone: 'success' },
  cancelled: { icon: Ban, tone: 'danger' },
  delivered: { icon: PackageCheck, tone: 'neutral' },
};
