import { LinkButton } from '@taller/shared/ui/link-button.tsx';

export function Example() {
  return (
    <LinkButton to="/" variant="primary">
      Ir al inicio
    </LinkButton>
  );
}
