import type { ReactNode } from 'react';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import CirclePlay from 'lucide-react/icons/circle-play';
import FileText from 'lucide-react/icons/file-text';
import PackageCheck from 'lucide-react/icons/package-check';
import Undo2 from 'lucide-react/icons/undo-2';
import Wrench from 'lucide-react/icons/wrench';
import type { StepName } from '@taller/shared/orders/status/next-step.ts';

/** The icons of the next steps in menus. */
export const STEP_ICONS: Readonly<Record<StepName, ReactNode>> = {
  endWait: <CirclePlay aria-hidden="true" />,
  quote: <FileText aria-hidden="true" />,
  start: <Wrench aria-hidden="true" />,
  finish: <CircleCheckBig aria-hidden="true" />,
  deliver: <PackageCheck aria-hidden="true" />,
  handBack: <Undo2 aria-hidden="true" />,
};
