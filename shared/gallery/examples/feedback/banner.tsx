import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';

export function Example() {
  return (
    <>
      <Banner tone="danger" action={<Button size="sm">Reintentar</Button>}>
        No hay conexión con el servidor.
      </Banner>
      <Banner tone="success">Cambios guardados.</Banner>
      <Banner tone="warning">El dígito verificador no coincide.</Banner>
      <Banner tone="quote">Este presupuesto espera tu respuesta.</Banner>
    </>
  );
}
