// @vitest-environment jsdom
import { useRef, useState } from 'react';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { AddPanel } from './add-panel.tsx';

afterEach(cleanup);

/** A screen with the button that opens the panel, which is not shown while the panel is open. */
function Screen({ first }: { first: boolean }) {
  const [open, setOpen] = useState(first);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      {!open && (
        <button ref={opener} type="button" onClick={() => setOpen(true)}>
          Agregar
        </button>
      )}
      <AddPanel title="Agregar" open={open} opener={opener} onClose={() => setOpen(false)}>
        <input aria-label="Marca" />
      </AddPanel>
    </>
  );
}

test('INV-20 the focus goes to the first field, and back to the button when the form is closed', () => {
  render(<Screen first={false} />);
  fireEvent.click(screen.getByRole('button', { name: 'Agregar' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Marca'));
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar el formulario' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Agregar' }));
});

test('INV-20 a form that is open when its screen is shown takes no focus', () => {
  render(<Screen first />);
  expect(screen.getByLabelText('Marca')).toBeTruthy();
  expect(document.activeElement).toBe(document.body);
});
