// @vitest-environment jsdom
import { useState, type ComponentType } from 'react';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '#src/testing/render-screen.tsx';
import { Dialog } from './dialog.tsx';
import { lazyDialog } from './lazy-dialog.tsx';

interface NoteProps {
  name: string;
  onClose: () => void;
}
const Note = ({ name, onClose }: NoteProps) => (
  <Dialog open onOpenChange={onClose} title={`Nota de ${name}`}>
    <p>El texto</p>
  </Dialog>
);
const NOT_COME = new TypeError('Failed to fetch dynamically imported module');

let navigation: EventTarget;
/** The browser's Back. Returns whether the page allowed it. */
function goBack(): boolean {
  const event = Object.assign(new Event('navigate', { cancelable: true }), {
    navigationType: 'traverse',
    destination: { key: 'before', index: 0 },
  });
  act(() => void navigation.dispatchEvent(event));
  return !event.defaultPrevented;
}

beforeEach(() => {
  navigation = Object.assign(new EventTarget(), { currentEntry: { index: 1 } });
  vi.stubGlobal('navigation', navigation);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

/** A screen with a field and a button that opens the dialog, whose code comes as `load` says. */
function show(load: () => Promise<ComponentType<NoteProps>>, inAddress = false) {
  const LateNote = lazyDialog<NoteProps>(load, { title: ({ name }) => `Nota de ${name}`, inAddress });
  function Screen() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <input aria-label="Falla" />
        <button type="button" onClick={() => setOpen(true)}>
          Anotar
        </button>
        {isOpen && <LateNote name="Camila" onClose={() => setOpen(false)} />}
      </>
    );
  }
  renderScreen(<Screen />);
  fireEvent.change(screen.getByLabelText('Falla'), { target: { value: 'No carga' } });
  return LateNote;
}
const open = () => act(async () => void fireEvent.click(screen.getByText('Anotar')));
const frame = () => screen.queryByRole('dialog', { name: 'Nota de Camila' });
const typed = () => screen.getByLabelText<HTMLInputElement>('Falla').value;

test.each([
  ['its button', () => void fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }))],
  // The browser fires this event for Escape.
  ['Escape', () => void fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))],
  ['Back, which stays on the page', () => expect(goBack()).toBe(false)],
])('SHELL-74 a dialog whose code does not come says so in its frame, closed by %s', async (_by, close) => {
  show(() => Promise.reject(NOT_COME));
  await open();
  expect(frame()?.textContent).toContain('No pudimos abrir esta ventana.');
  expect(frame()?.textContent).toContain('No llegó del servidor');
  await act(async () => close());
  expect(frame()).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(typed()).toBe('No carga');
  expect(goBack()).toBe(true);
});

test('SHELL-74 Reintentar asks for the code again, and so does opening it again; the screen keeps its input', async () => {
  let asked = 0;
  show(() => {
    asked += 1;
    return asked < 4 ? Promise.reject(NOT_COME) : Promise.resolve(Note);
  });
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
  await open();
  expect(asked).toBe(2);
  expect(frame()?.textContent).toContain('No pudimos abrir esta ventana.');
  expect(frame()?.textContent).not.toContain('vuelve a cargar la página');
  const retry = () =>
    act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Reintentar' })));
  await retry();
  expect(frame()?.textContent).toContain('Si no cambia, vuelve a cargar la página.');
  await retry();
  expect(screen.getByText('El texto')).toBeDefined();
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(typed()).toBe('No carga');
});

test('SHELL-74 a dialog whose code is on its way can be closed, and opens at once when it has come', async () => {
  let arrive: (dialog: ComponentType<NoteProps>) => void = () => undefined;
  const coming = new Promise<ComponentType<NoteProps>>((resolve) => {
    arrive = resolve;
  });
  show(() => coming);
  await open();
  expect(frame()?.getAttribute('aria-busy')).toBe('true');
  expect(goBack()).toBe(false);
  expect(frame()).toBeNull();
  await act(async () => arrive(Note));
  expect(frame()).toBeNull();
  await open();
  expect(screen.getByText('El texto')).toBeDefined();
});

test('SHELL-74 a dialog that was loaded ahead opens at once; if that failed, opening asks again', async () => {
  let asked = 0;
  const { preload } = show(() => {
    asked += 1;
    return asked === 1 ? Promise.reject(NOT_COME) : Promise.resolve(Note);
  });
  await act(async () => preload());
  expect(frame()).toBeNull();
  await open();
  expect(screen.getByText('El texto')).toBeDefined();
  expect(asked).toBe(2);
  cleanup();

  const ahead = show(() => Promise.resolve(Note));
  await act(async () => ahead.preload());
  fireEvent.click(screen.getByText('Anotar'));
  expect(screen.getByText('El texto')).toBeDefined();
});

test('SHELL-74 a dialog whose code throws keeps its frame; one in the address leaves Back to its own entry', async () => {
  show(
    () =>
      Promise.resolve(() => {
        throw new Error('undefined is not a function');
      }),
    true,
  );
  await open();
  expect(frame()?.textContent).toContain('Tiene una falla: intenta de nuevo.');
  expect(goBack()).toBe(true);
});
