import { useState } from 'react';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogCancel, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';

export function Example() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Abrir diálogo</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Notas de la orden 000123"
        description="Las lee el cliente."
      >
        <DialogBody>
          <TextField label="Notas" />
        </DialogBody>
        <DialogFooter>
          <DialogCancel>Cancelar</DialogCancel>
          <Button variant="primary" onClick={() => setOpen(false)}>
            Guardar
          </Button>
        </DialogFooter>
      </Dialog>
    </>
  );
}
