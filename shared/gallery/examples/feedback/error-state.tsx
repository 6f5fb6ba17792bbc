import { ErrorState } from '@taller/shared/ui/error-state.tsx';

export function Example() {
  return (
    <ErrorState message="Ocurrió un error al consultar la orden." error={null} onRetry={() => undefined} />
  );
}
