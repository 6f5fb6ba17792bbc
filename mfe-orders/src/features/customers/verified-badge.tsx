import BadgeCheck from 'lucide-react/icons/badge-check';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { customerTexts } from '#src/features/customers/texts.ts';

/** Says whether the RUT of an account is confirmed. */
export function VerifiedBadge({ isVerified }: { isVerified: boolean }) {
  return isVerified ? (
    <Badge tone="success" icon={<BadgeCheck aria-hidden="true" />}>
      {customerTexts.confirmed}
    </Badge>
  ) : (
    <Badge tone="warning" icon={<CircleHelp aria-hidden="true" />}>
      {customerTexts.pending}
    </Badge>
  );
}
