import { PastEnd } from '@taller/shared/ui/past-end.tsx';

export function Example() {
  return <PastEnd onFirstPage={() => undefined} />;
}
