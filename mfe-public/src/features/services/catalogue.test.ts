import { expect, test } from 'vitest';
import { readFacts } from '@taller/shared/runtime';
import { offeredGroups } from './catalogue.ts';

test('CFG-06 PUB-02 services are shown by family, in the order that the shop gives them', () => {
  expect(offeredGroups()).toEqual(readFacts().services.groups);
  expect(offeredGroups().map(({ services }) => services.length)).toEqual([6, 6]);
});
