import { Checkbox } from '@taller/shared/ui/checkbox.tsx';

export function Example() {
  return <Checkbox label="Trae cargador" hint="Se anota en la orden." />;
}
