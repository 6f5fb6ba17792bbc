// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DataError } from '#src/data-access/data-error.ts';
import { adoptUser, finishSession } from '#src/runtime/session-store.ts';
import { renderHookInSite } from '#src/testing/render-screen.tsx';
import { signInAs, someUser } from '#src/testing/sign-in-as.ts';
import type { RequestFacts } from './open-request.ts';
import { useOnceMutation } from './use-once-mutation.ts';

const server = vi.fn<(text: string, facts: RequestFacts<string>) => Promise<string>>();
const lost = () => Promise.reject(new DataError('offline', 'No answer'));

beforeEach(() => void signInAs('receptionist'));
afterEach(() => void server.mockReset());

/** A form whose button sends a text. */
function openForm() {
  const { result, unmount } = renderHookInSite(() => useOnceMutation({ name: 'prueba', mutationFn: server }));
  const press = (text: string) => act(() => result.current.mutateAsync(text).catch(() => 'failed'));
  return { press, leave: unmount, reset: () => act(() => result.current.reset()) };
}

const ids = () => server.mock.calls.map(([, { id }]) => id);

test('DATA-39 the id stays from press to press until there is an answer, and is another one after it', async () => {
  const form = openForm();
  server.mockImplementationOnce(lost).mockImplementationOnce(lost).mockResolvedValue('done');
  await form.press('uno');
  await form.press('dos');
  await form.press('dos');
  await form.press('dos');
  const [first, second, third, fourth] = ids();
  expect([second, third]).toEqual([first, first]);
  expect(fourth).not.toBe(first);
  const facts = server.mock.calls.map(([, { unanswered, isRepeated }]) => ({ unanswered, isRepeated }));
  expect(facts).toEqual([
    { unanswered: [], isRepeated: false },
    { unanswered: ['uno'], isRepeated: true },
    { unanswered: ['uno', 'dos'], isRepeated: true },
    { unanswered: [], isRepeated: false },
  ]);
});

test('DATA-39 a refusal of the values keeps the id; the news that an earlier press arrived ends it', async () => {
  const form = openForm();
  server
    .mockRejectedValueOnce(new DataError('invalid', 'No.', '23514'))
    .mockRejectedValueOnce(new DataError('invalid', 'Lo que enviaste antes sí llegó.', 'PT409'))
    .mockResolvedValue('done');
  await form.press('uno');
  await form.press('dos');
  await form.press('tres');
  const [first, second, third] = ids();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('DATA-39 the id outlives a reload and a session that runs out, as what was typed does', async () => {
  server.mockImplementation(lost);
  await openForm().press('uno');
  // The page is closed without unmounting the form.
  const after = openForm();
  await after.press('uno');
  act(() => finishSession('ended'));
  after.leave();
  act(() => adoptUser(someUser('receptionist')));
  await openForm().press('uno');
  expect(new Set(ids()).size).toBe(1);
  expect(server.mock.calls[1]?.[1]).toMatchObject({ isRepeated: true, unanswered: [] });
});

test('DATA-39 a form that is left or emptied, and another person, begin with an id of their own', async () => {
  server.mockImplementation(lost);
  const left = openForm();
  await left.press('uno');
  left.leave();
  const emptied = openForm();
  await emptied.press('uno');
  emptied.reset();
  await emptied.press('uno');
  act(() => adoptUser(someUser('admin')));
  await openForm().press('uno');
  expect(new Set(ids()).size).toBe(4);
});
