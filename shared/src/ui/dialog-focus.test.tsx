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
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- As forms have it. */}
            <TextField label="Campo" autoFocus={takesFocus} />
          </DialogBody>
        </Dialog>
      )}
    </>
  );
}

test.each([true, false])(
  'UI-42 a dialog returns the focus to what had it, also if its field takes it at once (%s)',
  async (takesFocus) => {
    renderScreen(<Opener takesFocus={takesFocus} />);
    const button = screen.getByRole('button', { name: 'Abrir' });
    button.focus();
    fireEvent.click(button);
    const field = await screen.findByLabelText('Campo');
    if (!takesFocus) field.focus();
    expect(document.activeElement).toBe(field);
    fireEvent.keyDown(field, { key: 'Escape' });
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    await expect.poll(() => document.activeElement).toBe(button);
  },
);
