// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useContext, useEffect, type SubmitEvent } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog, DialogBody } from './dialog.tsx';
import { Pagination } from './pagination.tsx';
import { ToastViewport } from './toast-viewport.tsx';
import { UnsavedContext } from './unsaved-context.ts';

afterEach(cleanup);

test('a loading button keeps its focus, says what it does and ignores presses', () => {
  const onClick = vi.fn<() => void>();
  const onSubmit = vi.fn<(event: SubmitEvent) => void>((event) => event.preventDefault());
  const { rerender } = render(
    <form onSubmit={onSubmit}>
      <Button type="submit" onClick={onClick}>
        Enviar
      </Button>
    </form>,
  );
  const button = screen.getByRole('button', { name: 'Enviar' });
  button.focus();
  rerender(
    <form onSubmit={onSubmit}>
      <Button type="submit" onClick={onClick} loading loadingText="Enviando...">
        Enviar
      </Button>
    </form>,
  );
  fireEvent.click(button);
  expect(button.textContent).toBe('Enviando...');
  expect(document.activeElement).toBe(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('UI-24 a double click does once what a button does that shows progress; another one counts each click', () => {
  const record = vi.fn<() => void>();
  const onSubmit = vi.fn<(event: SubmitEvent) => void>((event) => event.preventDefault());
  const add = vi.fn<() => void>();
  render(
    <form onSubmit={onSubmit}>
      <Button loading={false} onClick={record}>
        Registrar pago
      </Button>
      <Button type="submit" loading={false}>
        Guardar
      </Button>
      <Button onClick={add}>Agregar</Button>
      <ConfirmDialog
        open
        onOpenChange={() => undefined}
        title="¿Anular el pago?"
        confirmLabel="Anular pago"
        onConfirm={record}
      />
    </form>,
  );
  for (const name of ['Registrar pago', 'Guardar', 'Agregar', 'Anular pago']) {
    const button = screen.getByRole('button', { name, hidden: true });
    fireEvent.click(button, { detail: 1 });
    fireEvent.click(button, { detail: 2 });
  }
  expect(record).toHaveBeenCalledTimes(2);
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(add).toHaveBeenCalledTimes(2);
});

test('UI-30 a button that the browser translated shows progress, and its label again', () => {
  const view = (loading: boolean) => (
    <Button loading={loading} loadingText="Enviando...">
      Enviar
    </Button>
  );
  const { rerender } = render(view(false));
  const button = screen.getByRole('button', { name: 'Enviar' });
  const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
  const text = texts.nextNode() as Text;
  const font = document.createElement('font');
  font.append(text.data);
  text.replaceWith(font);
  rerender(view(true));
  expect(button.textContent).toBe('Enviando...');
  rerender(view(false));
  expect(button.textContent).toBe('Enviar');
});

test('a dialog with nothing typed closes at once', async () => {
  const onOpenChange = vi.fn<(open: boolean) => void>();
  render(
    <Dialog open onOpenChange={onOpenChange} title="Notas">
      <DialogBody>…</DialogBody>
    </Dialog>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Cerrar' }));
  expect(onOpenChange).toHaveBeenCalledWith(false);
});

function Typed() {
  const report = useContext(UnsavedContext);
  useEffect(() => report?.(true), [report]);
  return <DialogBody>…</DialogBody>;
}

test('a dialog with typed work asks before it loses it', async () => {
  const onOpenChange = vi.fn<(open: boolean) => void>();
  render(
    <Dialog open onOpenChange={onOpenChange} title="Notas">
      <Typed />
    </Dialog>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Cerrar' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain('¿Cerrar sin guardar?');
  expect(onOpenChange).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Seguir editando' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(onOpenChange).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Cerrar sin guardar' }));
  expect(onOpenChange).toHaveBeenCalledWith(false);
});

test('a busy dialog does not close', async () => {
  const onOpenChange = vi.fn<(open: boolean) => void>();
  render(
    <Dialog open busy onOpenChange={onOpenChange} title="Notas">
      <DialogBody>…</DialogBody>
    </Dialog>,
  );
  fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' });
  expect(onOpenChange).not.toHaveBeenCalled();
});

test('a confirmation stays open with the reason when the action failed', async () => {
  const onConfirm = vi.fn<() => void>();
  render(
    <ConfirmDialog
      open
      onOpenChange={() => undefined}
      title="¿Eliminar la orden 000123?"
      confirmLabel="Eliminar"
      error="Error al eliminar la orden."
      onConfirm={onConfirm}
    />,
  );
  expect((await screen.findByRole('alert')).textContent).toBe('Error al eliminar la orden.');
  fireEvent.click(screen.getByRole('button', { name: 'Eliminar' }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test('pagination tells where one is and stops at both ends', () => {
  const onPageChange = vi.fn<(page: number) => void>();
  const { rerender } = render(
    <Pagination label="Páginas" page={1} pageSize={20} total={1387} onPageChange={onPageChange} />,
  );
  expect(screen.getByRole('navigation', { name: 'Páginas' }).textContent).toBe('1–20 de 1.387Página 1 de 70');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Página anterior' }).disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Página siguiente' }));
  expect(onPageChange).toHaveBeenCalledWith(2);
  rerender(<Pagination label="Páginas" page={70} pageSize={20} total={1387} onPageChange={onPageChange} />);
  expect(screen.getByRole('navigation', { name: 'Páginas' }).textContent).toContain('1.381–1.387 de 1.387');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Página siguiente' }).disabled).toBe(true);
});

test('UI-10 a list of one page has its count and no pager', () => {
  render(<Pagination label="Páginas" page={1} pageSize={20} total={5} onPageChange={() => undefined} />);
  expect(screen.getByText('1–5 de 5')).toBeDefined();
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('INV-01 pagination where not all is counted: más de 1.000, and on as long as pages are full', () => {
  const onPageChange = vi.fn<(page: number) => void>();
  const props = { label: 'Páginas', pageSize: 25, total: 1000, onPageChange };
  const { rerender } = render(<Pagination {...props} page={40} more={{ shown: 25 }} />);
  expect(screen.getByRole('navigation', { name: 'Páginas' }).textContent).toBe(
    '976–1.000 de más de 1.000Página 40',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Página siguiente' }));
  expect(onPageChange).toHaveBeenCalledWith(41);
  rerender(<Pagination {...props} page={42} more={{ shown: 7 }} />);
  expect(screen.getByRole('navigation', { name: 'Páginas' }).textContent).toBe(
    '1.026–1.032 de más de 1.000Página 42',
  );
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Página siguiente' }).disabled).toBe(true);
});

test('SHELL-09 the live region is there before the first toast, and a toast can be dismissed', () => {
  const onDismiss = vi.fn<(id: number) => void>();
  const { rerender } = render(<ToastViewport toasts={[]} onDismiss={onDismiss} />);
  const region = screen.getByRole('status', { name: 'Avisos' });
  rerender(
    <ToastViewport
      toasts={[{ id: 7, kind: 'error', text: 'Error al actualizar el estado.' }]}
      onDismiss={onDismiss}
    />,
  );
  expect(region.textContent).toBe('Error al actualizar el estado.');
  fireEvent.click(screen.getByRole('button', { name: 'Descartar aviso' }));
  expect(onDismiss).toHaveBeenCalledWith(7);
});

test('MSG-25 the button of a toast does what it says, once: the toast goes', () => {
  const onDismiss = vi.fn<(id: number) => void>();
  const run = vi.fn<() => void>();
  const toast = {
    id: 8,
    kind: 'info',
    text: 'El aviso sale pronto.',
    action: { label: 'Deshacer', run },
  } as const;
  render(<ToastViewport toasts={[toast]} onDismiss={onDismiss} />);
  fireEvent.click(screen.getByRole('button', { name: 'Deshacer' }));
  expect(run).toHaveBeenCalledTimes(1);
  expect(onDismiss).toHaveBeenCalledWith(8);
});
