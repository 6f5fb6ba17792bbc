// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '#src/testing/render-screen.tsx';
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
afterEach(() => vi.unstubAllGlobals());

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
