import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import CircleCheck from 'lucide-react/icons/circle-check';
import FileText from 'lucide-react/icons/file-text';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import type { LucideIcon } from 'lucide-react';
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
