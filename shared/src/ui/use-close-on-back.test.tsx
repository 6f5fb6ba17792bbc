// @vitest-environment jsdom
import { useState } from 'react';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

/** The browser's Back or Forward as seen by a page. Returns whether the page allowed it. */
function traverse(index: number): boolean {
  const event = Object.assign(new Event('navigate', { cancelable: true }), {
    navigationType: 'traverse',
    destination: { key: `entry-${index}`, index },
  });
  act(() => void navigation.dispatchEvent(event));
  return !event.defaultPrevented;
}

let navigation: EventTarget;
beforeEach(() => {
  navigation = Object.assign(new EventTarget(), { currentEntry: { index: 1 } });
  vi.stubGlobal('navigation', navigation);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Asking({ busy = false, inAddress = false }) {
  const [open, setOpen] = useState(true);
  const [asking, setAsking] = useState(!busy && !inAddress);
  return (
    <>
      <Dialog open={open} onOpenChange={setOpen} title="Stock" busy={busy} inAddress={inAddress}>
        Texto
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="¿Eliminar?"
        confirmLabel="Eliminar"
        onConfirm={() => undefined}
      />
    </>
  );
}

const shown = () => ['dialog', 'alertdialog'].filter((role) => screen.queryByRole(role, { hidden: true }));

test('UI-19 Back closes the dialog that opened last, then the one below, then leaves the page', () => {
  render(<Asking />);
  expect(shown()).toEqual(['dialog', 'alertdialog']);
  expect(traverse(0)).toBe(false);
  expect(shown()).toEqual(['dialog']);
  expect(traverse(0)).toBe(false);
  expect(shown()).toEqual([]);
  expect(traverse(0)).toBe(true);
});

test('UI-19 Forward is not Back; a dialog that saves stays; one in the address leaves Back to its own entry', () => {
  render(<Asking busy />);
  expect(traverse(2)).toBe(true);
  expect(traverse(0)).toBe(false);
  expect(shown()).toEqual(['dialog']);
  cleanup();
  render(<Asking inAddress />);
  expect(traverse(0)).toBe(true);
});
