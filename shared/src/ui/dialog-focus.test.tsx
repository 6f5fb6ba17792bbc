// @vitest-environment jsdom
import { useState } from 'react';
import { fireEvent, screen } from '@testing-library/react';
import { renderScreen } from '#src/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { Button } from './button.tsx';
import { Dialog, DialogBody } from './dialog.tsx';
import { TextField } from './text-field.tsx';

/** A screen that mounts its dialog when it opens, as most do. */
function Opener({ takesFocus }: { takesFocus: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Abrir</Button>
      {isOpen && (
        <Dialog open onOpenChange={setOpen} title="Diálogo">
          <DialogBody>
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- Forms do so. */}
            <TextField label="Campo" autoFocus={takesFocus} />
          </DialogBody>
        </Dialog>
      )}
    </>
  );
}

test.each([true, false])(
  'UI-42 a dialog focuses its field and returns the focus to its opener, with autofocus on the field: %s',
  async (takesFocus) => {
    renderScreen(<Opener takesFocus={takesFocus} />);
    const button = screen.getByRole('button', { name: 'Abrir' });
    button.focus();
    fireEvent.click(button);
    const field = await screen.findByLabelText('Campo');
    await expect.poll(() => document.activeElement).toBe(field);
    fireEvent.keyDown(field, { key: 'Escape' });
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    await expect.poll(() => document.activeElement).toBe(button);
  },
);
