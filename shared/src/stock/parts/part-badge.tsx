import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import PackageCheck from 'lucide-react/icons/package-check';
import ShoppingCart from 'lucide-react/icons/shopping-cart';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { PART_STATES, type PartState } from './part-state.ts';

const cart = <ShoppingCart aria-hidden="true" />;
const shelf = <PackageCheck aria-hidden="true" />;
const done = <CircleCheck aria-hidden="true" />;
const wrong = <CircleX aria-hidden="true" />;

const LOOKS: Readonly<Partial<Record<PartState, readonly [tone: Tone, icon: ReactNode]>>> = {
  requested: ['warning', cart],
  ordered: ['info', <Clock key="clock" aria-hidden="true" />],
  arrived: ['success', shelf],
  reserved: ['success', shelf],
  fitted: ['success', done],
  faulty: ['danger', wrong],
};

/** The state of a part. */
export function PartBadge({ state }: { state: PartState }) {
  const [tone, icon] = LOOKS[state] ?? [undefined, undefined];
  return (
    <Badge {...(tone && { tone })} icon={icon}>
      {PART_STATES[state]}
    </Badge>
  );
}
