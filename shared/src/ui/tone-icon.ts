import { CircleAlert, CircleCheck, FileText, Info, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { Tone } from './badge.tsx';

/** The default icon of a tone. */
export const TONE_ICON: Readonly<Record<Tone, LucideIcon>> = {
  neutral: Info,
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
  quote: FileText,
};
