// @vitest-environment jsdom
import { useState } from 'react';
import { fireEvent, screen } from '@testing-library/react';
import { renderScreen } from '#src/testing/render-screen.tsx';
import { expect, onTestFinished, test } from 'vitest';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
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

/** A list whose rows are removed after a confirmation. @param onRemove called before the dialog closes. */
function Rows({ onRemove }: { onRemove?: () => void }) {
  const [rows, setRows] = useState(['a', 'b', 'c']);
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <>
      <ul>
        {rows.map((row) => (
          <li key={row}>
            <span>{row}</span>
            <Button onClick={() => setAsked(row)}>{`Quitar ${row}`}</Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title="¿Quitar?"
        confirmLabel="Confirmar"
        onConfirm={() => {
          onRemove?.();
          setRows(rows.filter((row) => row !== asked));
          setAsked(null);
        }}
      />
    </>
  );
}

test('UI-42 a dialog that removed what opened it leaves the focus beside its place', async () => {
  renderScreen(<Rows />);
  for (const [removed, next] of [
    ['b', 'c'],
    ['c', 'a'],
  ]) {
    const button = screen.getByRole('button', { name: `Quitar ${removed}` });
    button.focus();
    fireEvent.click(button);
    fireEvent.click(await screen.findByRole('button', { name: 'Confirmar' }));
    await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
    await expect.poll(() => document.activeElement?.textContent).toBe(`Quitar ${next}`);
  }
});

test('UI-42 a dialog that leads to another page leaves the focus to that page', async () => {
  const { href } = location;
  onTestFinished(() => history.replaceState(null, '', href));
  renderScreen(<Rows onRemove={() => history.replaceState(null, '', '/otra')} />);
  const button = screen.getByRole('button', { name: 'Quitar b' });
  button.focus();
  fireEvent.click(button);
  fireEvent.click(await screen.findByRole('button', { name: 'Confirmar' }));
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  expect(document.activeElement?.textContent).not.toMatch(/^Quitar .$/);
});
