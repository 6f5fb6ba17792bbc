import BadgeCheck from 'lucide-react/icons/badge-check';
import Ban from 'lucide-react/icons/ban';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import Clock from 'lucide-react/icons/clock';
import FileText from 'lucide-react/icons/file-text';
import PackageCheck from 'lucide-react/icons/package-check';
import ThumbsDown from 'lucide-react/icons/thumbs-down';
import Wrench from 'lucide-react/icons/wrench';
import type { LucideIcon } from 'lucide-react';
import type { OrderStatus } from './order-status.ts';
import type { Tone } from '#src/ui/badge.tsx';

/** Icon and colour of each order status, on every screen. */
export const ORDER_STATUS_STYLE: Readonly<Record<OrderStatus, { icon: LucideIcon; tone: Tone }>> = {
  pending: { icon: Clock, tone: 'warning' },
  in_progress: { icon: Wrench, tone: 'info' },
  quoted: { icon: FileText, tone: 'quote' },
  approved: { icon: BadgeCheck, tone: 'success' },
  rejected: { icon: ThumbsDown, tone: 'danger' },
  completed: { icon: CircleCheckBig, tone: 'success' },
  cancelled: { icon: Ban, tone: 'danger' },
  delivered: { icon: PackageCheck, tone: 'neutral' },
};
