import { expect, test } from 'vitest';
import { Progress } from '#src/tests/progress.ts';

const linesOf = (total: number) => {
  const progress = new Progress(total, 'pruebas');
  return Array.from({ length: total }, (_, index) => progress.count(`t${index}`, index === 3 ? 9000 : 10));
};

test('TEST-41 a run reports its progress ten times, with the number done, and the slow tests', () => {
  const lines = linesOf(200).filter(Boolean);
  expect(lines).toHaveLength(10);
  expect(lines.at(0)).toBe('… 20 de 200 pruebas; lo más lento:     9.0 s t3');
  expect(lines.at(-1)).toContain('200 de 200');
});

test('TEST-41 a short run reports its progress after each test', () => {
  expect(linesOf(2).filter(Boolean)).toHaveLength(2);
});
