import { ScreenTitle } from '@taller/shared/ui/screen-title.tsx';

export function Example() {
  return <ScreenTitle>Mensajes</ScreenTitle>;
}
