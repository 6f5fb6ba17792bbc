import { Thanks } from '#src/features/thanks/thanks.tsx';

/** /gracias/rechazado (PUB-05). */
export function ThanksRejectedPage() {
  return <Thanks decision="rejected" />;
}
