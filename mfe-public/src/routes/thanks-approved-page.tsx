import { Thanks } from '#src/features/thanks/thanks.tsx';

/** /gracias/aprobado (PUB-05). */
export function ThanksApprovedPage() {
  return <Thanks decision="approved" />;
}
