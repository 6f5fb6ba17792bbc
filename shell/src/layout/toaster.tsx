import { useEffect } from 'react';
import { dismissToast, TOAST_MS, useToasts } from '@taller/shared/runtime';
import { ToastViewport } from '@taller/shared/ui/toast-viewport.tsx';

/** Removes a toast after its timeout. */
function ToastTimer({ id, ms }: { id: number; ms: number }) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), ms);
    return () => clearTimeout(timer);
  }, [id, ms]);
  return null;
}

/** The one toaster of the site (SHELL-09). */
export function Toaster() {
  const toasts = useToasts();
  return (
    <>
      <ToastViewport toasts={toasts} onDismiss={dismissToast} />
      {toasts.map(({ id, action }) => (
        <ToastTimer key={id} id={id} ms={action?.ms ?? TOAST_MS} />
      ))}
    </>
  );
}
