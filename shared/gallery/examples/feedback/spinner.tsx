import { Spinner } from '@taller/shared/ui/spinner.tsx';

export function Example() {
  return (
    <p>
      <Spinner /> Guardando…
    </p>
  );
}
