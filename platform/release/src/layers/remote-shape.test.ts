import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';

const FILES = globSync('mfe-*/src/**/*.*', { cwd: inRoot() });

/** Modules, features with all that is theirs, and what features share. */
const PLACES = [
  /^mfe-[\w-]+\/src\/env\.d\.ts$/,
  /^mfe-[\w-]+\/src\/remote\/[\w-]+\.tsx$/,
  /^mfe-[\w-]+\/src\/features\/[\w-]+\/(?:[\w-]+\/)?[\w.-]+$/,
  /^mfe-[\w-]+\/src\/(?:components|values)\/[\w.-]+$/,
];

test('SHELL-38 every file of every remote stands in the same folders', () => {
  expect(FILES.length).toBeGreaterThan(250);
  expect(FILES.filter((file) => !PLACES.some((place) => place.test(file)))).toEqual([]);
});
