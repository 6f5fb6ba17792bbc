import { useState } from 'react';
import { Button } from '@taller/shared/ui/button.tsx';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';

export function Example() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Eliminar
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="¿Eliminar la orden 000123?"
        description="No se puede deshacer."
        confirmLabel="Eliminar"
        danger
        onConfirm={() => setAsking(false)}
      />
    </>
  );
}
