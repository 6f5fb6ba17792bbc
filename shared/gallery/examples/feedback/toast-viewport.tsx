import { useState } from 'react';
import { Button } from '@taller/shared/ui/button.tsx';
import { ToastViewport, type ToastItem } from '@taller/shared/ui/toast-viewport.tsx';

/** Screens call `toast.success('…')` of shared/runtime; the shell has the viewport. */
const TOASTS: readonly ToastItem[] = [
  { id: 1, kind: 'success', text: 'Orden 000123 creada.' },
  { id: 2, kind: 'error', text: 'Error al actualizar el estado.' },
  { id: 3, kind: 'info', text: 'Tienes una nueva notificación.' },
];

export function Example() {
  const [toasts, setToasts] = useState<readonly ToastItem[]>([]);
  return (
    <>
      <Button onClick={() => setToasts(TOASTS)}>Mostrar avisos</Button>
      <ToastViewport
        toasts={toasts}
        onDismiss={(id) => setToasts(toasts.filter((toast) => toast.id !== id))}
      />
    </>
  );
}
