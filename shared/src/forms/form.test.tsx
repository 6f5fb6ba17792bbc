// @vitest-environment jsdom
import { useLayoutEffect } from 'react';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { adoptUser, finishSession } from '#src/runtime/session-store.ts';
import { eraseDraftsEverywhere } from '#src/contract/draft-store.ts';
import { renderScreen } from '#src/testing/render-screen.tsx';
import { signInAs, someUser } from '#src/testing/sign-in-as.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog, DialogBody, DialogCancel, DialogFooter } from '#src/ui/dialog.tsx';
import { FormDateField } from '#src/ui/form-date-field.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { Form } from './form.tsx';
import { usePersistedDialog } from './use-persisted-dialog.ts';

const ANA = someUser('receptionist');

interface Values {
  name: string;
  city: string;
  password: string;
}

const onSubmit = vi.fn<(values: Values) => void>();

function NameForm({ draft = 'nombre', city = '' }: { draft?: string | null; city?: string }) {
  const form = useForm<Values>({ defaultValues: { name: '', city, password: '' } });
  const save = form.handleSubmit((values) => {
    onSubmit(values);
    form.reset();
  });
  return (
    <Form form={form} draft={draft} secrets={['password']} onSubmit={save}>
      <TextField label="Nombre" {...form.register('name')} />
      <TextField label="Ciudad" {...form.register('city')} />
      <TextField label="Clave" {...form.register('password')} />
      <Button type="submit">Guardar</Button>
    </Form>
  );
}

function Page(props: { draft?: string | null; city?: string }) {
  const { pathname } = useLocation();
  return (
    <>
      <p>Estás en {pathname}</p>
      <a href="/otra">Otra página</a>
      <NameForm {...props} />
    </>
  );
}

const show = (props: { draft?: string | null; city?: string } = {}) => renderScreen(<Page {...props} />);
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } });
/** The session expires, and the guard unmounts the screen. */
function expire(view: ReturnType<typeof show>) {
  act(() => finishSession('ended'));
  view.unmount();
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  signInAs('receptionist');
  onSubmit.mockClear();
});

/** Somebody types as soon as the form is there. */
function Typist() {
  useLayoutEffect(() => void type('Nombre', 'Rosa'), []);
  return null;
}

test('SHELL-15 what is typed as soon as a form is shown is kept', () => {
  const view = renderScreen(
    <>
      <NameForm />
      <Typist />
    </>,
  );
  expire(view);
  adoptUser(ANA);
  show();
  expect(field('Nombre').value).toBe('Rosa');
});

test('SHELL-15 input is restored after the session expired and the same person signed in, but never a password', () => {
  const view = show();
  type('Nombre', 'María');
  type('Clave', 'secreta');
  expire(view);
  expect(JSON.stringify(sessionStorage)).not.toContain('secreta');
  adoptUser(ANA);
  show();
  expect(field('Nombre').value).toBe('María');
  expect(field('Clave').value).toBe('');
});

test('SHELL-15 only changed fields come back, since the others may be newer by now', () => {
  const view = show({ city: 'Arica' });
  type('Nombre', 'María');
  expire(view);
  adoptUser(ANA);
  show({ city: 'Iquique' });
  expect(field('Nombre').value).toBe('María');
  expect(field('Ciudad').value).toBe('Iquique');
});

test('SHELL-16 another person, a sign-out without a key and twelve hours end a draft', () => {
  const leave = () => {
    const view = show();
    type('Nombre', 'María');
    expire(view);
    expect(sessionStorage).toHaveLength(1);
  };
  const isGone = () => {
    const view = show();
    expect(field('Nombre').value).toBe('');
    view.unmount();
    expect(sessionStorage).toHaveLength(0);
  };
  leave();
  adoptUser({ ...ANA, id: 'berta' });
  isGone();
  adoptUser(ANA);
  leave();
  eraseDraftsEverywhere();
  adoptUser(ANA);
  isGone();
  leave();
  vi.useFakeTimers({ now: Date.now() + 12 * 3_600_000 + 1, toFake: ['Date'] });
  adoptUser(ANA);
  isGone();
  vi.useRealTimers();
});

test('SHELL-15 a form that was saved or left keeps nothing', async () => {
  const view = show();
  type('Nombre', 'María');
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
  type('Nombre', 'Otra');
  view.unmount();
  expect(sessionStorage).toHaveLength(0);
});

test('SHELL-14 a link asks before input is lost, and leads on after confirmation', async () => {
  show();
  type('Nombre', 'María');
  fireEvent.click(screen.getByRole('link', { name: 'Otra página' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain('¿Salir sin guardar?');
  fireEvent.click(screen.getByRole('button', { name: 'Seguir editando' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(field('Nombre').value).toBe('María');
  fireEvent.click(screen.getByRole('link', { name: 'Otra página' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Salir sin guardar' }));
  expect(await screen.findByText('Estás en /otra')).toBeTruthy();
});

test('SHELL-14 closing or reloading the page asks only while something typed is not saved', async () => {
  const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  show();
  expect(asks()).toBe(false);
  type('Nombre', 'María');
  expect(asks()).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(asks()).toBe(false));
});

test('SHELL-14 Ctrl+Enter saves from any field, and not while a save is not possible', async () => {
  show();
  type('Nombre', 'María');
  fireEvent.keyDown(field('Ciudad'), { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
  fireEvent.keyDown(field('Ciudad'), { key: 'Enter' });
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('AUTH-40 values that a password manager filled in without an event are submitted', async () => {
  show();
  type('Nombre', 'María');
  field('Clave').value = 'secreta';
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() =>
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ name: 'María', city: '', password: 'secreta' }),
  );
});

function ScannedForm() {
  const form = useForm<Values>({ defaultValues: { name: '', city: '', password: '' } });
  return (
    <Form form={form} draft={null} enterGoesOn onSubmit={form.handleSubmit(onSubmit as never)}>
      <TextField label="Nombre" {...form.register('name')} />
      <Button>Otra cosa</Button>
      <TextField label="Ciudad" {...form.register('city')} disabled />
      <TextField label="Clave" {...form.register('password')} />
      <Button type="submit">Guardar</Button>
    </Form>
  );
}

test('SHELL-17 the Enter of a scanner goes on to the next field, and at the end to the button, without saving', async () => {
  renderScreen(<ScannedForm />);
  type('Clave', 'vieja');
  field('Nombre').focus();
  expect(fireEvent.keyDown(field('Nombre'), { key: 'Enter' })).toBe(false);
  expect(document.activeElement).toBe(field('Clave'));
  // The text is selected, so that the next code replaces it.
  expect(field('Clave').selectionEnd).toBe(5);
  expect(fireEvent.keyDown(field('Clave'), { key: 'Enter' })).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Guardar' }));
  expect(onSubmit).not.toHaveBeenCalled();
  fireEvent.keyDown(field('Clave'), { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
});

function MixedForm() {
  const form = useForm<{ date: string; reason: string }>({
    defaultValues: { date: '', reason: '' },
    resolver: () => ({
      values: {},
      errors: {
        date: { type: 'required', message: 'Falta la fecha' },
        reason: { type: 'required', message: 'Falta el motivo' },
      },
    }),
  });
  const { errors } = form.formState;
  return (
    <Form form={form} draft={null} onSubmit={form.handleSubmit(onSubmit as never)}>
      <FormDateField control={form.control} name="date" label="Fecha" />
      <TextField label="Motivo" {...form.register('reason')} error={errors.reason?.message} />
      <Button type="submit">Guardar</Button>
    </Form>
  );
}

test('SHELL-11 the focus goes to the first field in view that is wrong, whatever kind it is of', async () => {
  renderScreen(<MixedForm />);
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }));
  await screen.findByText('Falta el motivo');
  await waitFor(() => expect(document.activeElement).toBe(field('Fecha')));
});

function Screen({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = usePersistedDialog<string>('prueba');
  if (open === null) return <Button onClick={() => setOpen('María')}>Abrir</Button>;
  return (
    <Dialog
      open
      title={`Notas de ${open}`}
      onOpenChange={() => {
        setOpen(null);
        onClose();
      }}
    >
      <DialogBody>
        <NameForm />
      </DialogBody>
      <DialogFooter>
        <DialogCancel>Cancelar</DialogCancel>
      </DialogFooter>
    </Dialog>
  );
}

test('SHELL-15 the dialog that was open is open again with what was typed; giving it up asks first', async () => {
  const onClose = vi.fn<() => void>();
  const showScreen = () => renderScreen(<Screen onClose={onClose} />);
  const view = showScreen();
  fireEvent.click(screen.getByRole('button', { name: 'Abrir' }));
  await screen.findByRole('dialog', { name: 'Notas de María' });
  type('Nombre', 'Pantalla rota');
  expire(view);
  adoptUser(ANA);
  showScreen();
  await screen.findByRole('dialog', { name: 'Notas de María' });
  expect(field('Nombre').value).toBe('Pantalla rota');
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain('¿Cerrar sin guardar?');
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar sin guardar' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  await waitFor(() => expect(sessionStorage).toHaveLength(0));
});
