// @vitest-environment jsdom
import { useContext, useEffect, useState } from 'react';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '#src/testing/render-screen.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { UnsavedContext } from '#src/ui/unsaved-context.ts';
import { useLeaveQuestion } from './use-leave-question.ts';

/** A form with unsaved input: its confirmation dialog. */
function Typed({ name }: { name: string }) {
  const { leave, stay } = useLeaveQuestion(true);
  const answer = () => {
    stay();
    leave?.();
  };
  return (
    leave && (
      <button type="button" onClick={answer}>
        {name}
      </button>
    )
  );
}

const questions = () => screen.queryAllByRole('button').map((button) => button.textContent);

/** The browser's Back as seen by a page. Returns whether the page allowed it. */
function goBack(): boolean {
  const event = Object.assign(new Event('navigate', { cancelable: true }), {
    navigationType: 'traverse',
    destination: { key: 'before', index: 0 },
  });
  act(() => void navigation.dispatchEvent(event));
  return !event.defaultPrevented;
}

const traverseTo = vi.fn<(key: string) => unknown>();
let navigation: EventTarget;

beforeEach(() => {
  navigation = Object.assign(new EventTarget(), { traverseTo, currentEntry: { index: 1 } });
  vi.stubGlobal('navigation', navigation);
  renderScreen(
    <>
      <a href="/otra">Otra página</a>
      <Typed name="Primero" />
      <Typed name="Segundo" />
    </>,
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  traverseTo.mockClear();
});

test('SHELL-14 a link asks once, however many forms have something typed', () => {
  fireEvent.click(screen.getByRole('link', { name: 'Otra página' }));
  expect(questions()).toEqual(['Primero']);
});

test('SHELL-14 Back asks once, and one answer leads back from all forms', () => {
  expect(goBack()).toBe(false);
  expect(questions()).toEqual(['Primero']);
  fireEvent.click(screen.getByRole('button', { name: 'Primero' }));
  expect(traverseTo).toHaveBeenCalledExactlyOnceWith('before');
  expect(goBack()).toBe(true);
  expect(questions()).toEqual([]);
  expect(goBack()).toBe(false);
});

/** A form with unsaved input that tells its dialog, as Form does. */
function TypedInside() {
  const report = useContext(UnsavedContext);
  useEffect(() => report?.(true), [report]);
  return <Typed name="Salir" />;
}

function FormInDialog({ onClose }: { onClose: () => void }) {
  const [isTyped, setTyped] = useState(false);
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Registrar pago">
      {isTyped ? (
        <TypedInside />
      ) : (
        <button type="button" onClick={() => setTyped(true)}>
          Escribir
        </button>
      )}
    </Dialog>
  );
}

test('UI-19 SHELL-14 Back closes the dialog of a form after asking, and does not leave its page', () => {
  cleanup();
  const handleClose = vi.fn();
  renderScreen(<FormInDialog onClose={handleClose} />);
  fireEvent.click(screen.getByRole('button', { name: 'Escribir' }));
  expect(goBack()).toBe(false);
  expect(handleClose).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'Salir' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar sin guardar' }));
  expect(handleClose).toHaveBeenCalledOnce();
  expect(traverseTo).not.toHaveBeenCalled();
});
