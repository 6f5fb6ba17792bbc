import { BrandMark } from '@taller/shared/ui/brand-mark.tsx';

export function Example() {
  return <BrandMark size={64} />;
}
