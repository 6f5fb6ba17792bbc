import Plus from 'lucide-react/icons/plus';
import { Button } from '@taller/shared/ui/button.tsx';

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger'] as const;
const SIZES = ['sm', 'md', 'lg'] as const;

export function Example() {
  return (
    <>
      {SIZES.flatMap((size) =>
        VARIANTS.map((variant) => (
          <Button key={variant + size} variant={variant} size={size} icon={<Plus aria-hidden="true" />}>
            {variant} {size}
          </Button>
        )),
      )}
      <Button variant="primary" loading loadingText="Enviando...">
        Enviar
      </Button>
      <Button disabled>No disponible</Button>
    </>
  );
}
