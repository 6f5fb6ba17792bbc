// @vitest-environment jsdom
import { useState, type ComponentType } from 'react';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderScreen } from '#src/testing/render-screen.tsx';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog, DialogBody } from './dialog.tsx';
import { lazyDialog } from './lazy-dialog.tsx';
import { TextField } from './text-field.tsx';

interface NoteProps {
  takesFocus: boolean;
  onClose: () => void;
}

function Note({ takesFocus, onClose }: NoteProps) {
  return (
    <Dialog open onOpenChange={onClose} title="Diálogo">
      <DialogBody>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- Forms do so. */}
        <TextField label="Campo" autoFocus={takesFocus} />
      </DialogBody>
    </Dialog>
  );
}

/** A screen that mounts its dialog when it opens, as most do. */
function Opener({ takesFocus, Opened = Note }: { takesFocus: boolean; Opened?: ComponentType<NoteProps> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Abrir</Button>
      {isOpen && <Opened takesFocus={takesFocus} onClose={() => setOpen(false)} />}
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

interface RowsProps {
  /** Called before the dialog closes. */
  onRemove?: () => void;
  /** The list is read again by its button only. */
  isReadLater?: boolean;
}

/** A list whose rows are removed after a confirmation. */
function Rows({ onRemove, isReadLater = false }: RowsProps) {
  const [rows, setRows] = useState(['a', 'b', 'c']);
  const [asked, setAsked] = useState<string | null>(null);
  const [removed, setRemoved] = useState<string | null>(null);
  const shown = rows.filter((row) => isReadLater || row !== removed);
  return (
    <>
      <ul>
        {shown.map((row) => (
          <li key={row}>
            <span>{row}</span>
            <Button onClick={() => setAsked(row)}>{`Quitar ${row}`}</Button>
          </li>
        ))}
      </ul>
      <Button onClick={() => setRows(rows.filter((row) => row !== removed))}>Leer de nuevo</Button>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title="¿Quitar?"
        confirmLabel="Confirmar"
        onConfirm={() => {
          onRemove?.();
          setRows(shown);
          setRemoved(asked);
          setAsked(null);
        }}
      />
    </>
  );
}

/** Removes a row with the keyboard. */
async function remove(row: string) {
  const button = screen.getByRole('button', { name: `Quitar ${row}` });
  button.focus();
  fireEvent.click(button);
  fireEvent.click(await screen.findByRole('button', { name: 'Confirmar' }));
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
}

const focused = () => document.activeElement?.textContent;

test('UI-42 a dialog that removed what opened it leaves the focus beside its place', async () => {
  renderScreen(<Rows />);
  await remove('b');
  await expect.poll(focused).toBe('Quitar c');
  await remove('c');
  await expect.poll(focused).toBe('Quitar a');
});

test('UI-42 a row that goes after its dialog has returned the focus leaves it beside its place', async () => {
  renderScreen(<Rows isReadLater />);
  await remove('b');
  await expect.poll(focused).toBe('Quitar b');
  fireEvent.click(screen.getByRole('button', { name: 'Leer de nuevo' }));
  await expect.poll(focused).toBe('Quitar c');
});

test('UI-42 a row that goes after the focus has moved on leaves it there', async () => {
  renderScreen(<Rows isReadLater />);
  await remove('b');
  const again = screen.getByRole('button', { name: 'Leer de nuevo' });
  again.focus();
  fireEvent.click(again);
  await expect.poll(() => screen.queryByRole('button', { name: 'Quitar b' })).toBeNull();
  expect(document.activeElement).toBe(again);
});

test('UI-42 a dialog that leads to another page leaves the focus to that page', async () => {
  const { href } = location;
  onTestFinished(() => history.replaceState(null, '', href));
  renderScreen(<Rows onRemove={() => history.replaceState(null, '', '/otra')} />);
  await remove('b');
  expect(focused()).not.toMatch(/^Quitar .$/);
});

test('UI-42 a dialog whose code came late returns the focus to its opener, though its field takes it at once', async () => {
  let arrive: (form: typeof Note) => void = () => {};
  const code = new Promise<typeof Note>((resolve) => (arrive = resolve));
  const LateNote = lazyDialog<NoteProps>(() => code, { title: () => 'Diálogo' });
  renderScreen(<Opener takesFocus Opened={LateNote} />);
  const button = screen.getByRole('button', { name: 'Abrir' });
  button.focus();
  await act(async () => void fireEvent.click(button));
  // A browser's own dialog takes the focus, and returns it when it closes.
  screen.getByRole('button', { name: 'Cerrar' }).focus();
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(() => button.focus());
  await act(async () => arrive(Note));
  const field = await screen.findByLabelText('Campo');
  await expect.poll(() => document.activeElement).toBe(field);
  fireEvent.keyDown(field, { key: 'Escape' });
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await expect.poll(() => document.activeElement).toBe(button);
});
