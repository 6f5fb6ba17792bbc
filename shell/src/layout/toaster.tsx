import { useEffect } from 'react';
import { dismissToast, TOAST_MS, useToasts } from '@taller/shared/runtime';
import { ToastViewport } from '@taller/shared/ui/toast-viewport.tsx';

/** Removes a toast after its timeout. */
function ToastTimer({ id }: { id: number }) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return null;
}

/** The one toaster of the site (SHELL-09). */
export function Toaster() {
  const toasts = useToasts();
  return (
    <>
      <ToastViewport toasts={toasts} onDismiss={dismissToast} />
      {toasts.map(({ id }) => (
        <ToastTimer key={id} id={id} />
      ))}
    </>
  );
}
