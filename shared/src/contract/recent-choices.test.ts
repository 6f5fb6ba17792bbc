// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { deleteChoices, saveChoice, recentChoices } from './recent-choices.ts';

test('UI-08 the last five choices are kept by user, each once, and deleted for all users', () => {
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'c']) saveChoice('one', key);
  expect(recentChoices('one')).toEqual(['c', 'f', 'e', 'd', 'b']);
  expect(recentChoices('other')).toEqual([]);
  saveChoice('other', 'a');
  deleteChoices();
  expect([...recentChoices('one'), ...recentChoices('other')]).toEqual([]);
});
