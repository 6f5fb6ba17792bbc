import { QrCode } from '@taller/shared/ui/qr-code.tsx';

export function Example() {
  return (
    <div style={{ inlineSize: '8rem' }}>
      <QrCode text="https://taller.example/orders/view/123" label="Estado de la orden 000123" />
    </div>
  );
}
