import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';
import { unprovedRequirements } from './requirements.ts';

/** The last number of each area that the specification has: those are stated in full. */
const SPECIFIED: Record<string, number> = {
  SHELL: 13,
  AUTH: 7,
  PUB: 6,
  CUST: 4,
  ORD: 17,
  NOTIF: 3,
  MSG: 3,
  INV: 5,
  REP: 5,
  DATA: 6,
};

test('TEST-45 a requirement that no passed test names is unproved', () => {
  const document = '# R\n\n- ORD-01 One.\n  As in ORD-09.\n- ORD-02 Two.\n- UI-10 (exhaustive) Three.\n';
  expect(unprovedRequirements(['desk ORD-01 a title', 'without a number'], 'main', document)).toEqual([
    'ORD-02',
  ]);
  expect(unprovedRequirements(['desk ORD-01 a title'], 'all', document)).toEqual(['ORD-02', 'UI-10']);
  expect(unprovedRequirements(['desk ORD-01 a title'], 'exhaustive', document)).toEqual(['UI-10']);
  expect(unprovedRequirements(['UI-10 a title'], 'exhaustive', document)).toEqual([]);
});

test('TEST-48 a requirement stands once, under its area, and takes one line unless it is specified', () => {
  const seen = new Set<string>();
  const wrong: string[] = [];
  for (const file of ['docs/requirements.md', 'platform/docs/requirements.md']) {
    for (const section of readFileSync(inRoot(file), 'utf8').split(/^## /m).slice(1)) {
      const area = section.split(':')[0];
      for (const [, number = '', letters = '', digits = '', more = ''] of section.matchAll(
        /^- (([A-Z]+)-(\d+)) .*\n( {2}.*\n)?/gm,
      )) {
        if (seen.has(number)) wrong.push(`${number} stands twice`);
        if (letters !== area) wrong.push(`${number} stands under ${area} in ${file}`);
        if (more !== '' && Number(digits) > (SPECIFIED[letters] ?? 0))
          wrong.push(`${number} takes more lines`);
        seen.add(number);
      }
    }
  }
  expect(seen.size).toBeGreaterThan(400);
  expect(wrong).toEqual([]);
});
