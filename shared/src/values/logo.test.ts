import { expect, test } from 'vitest';
import { isLettering, logoFile, logoSize, type Logo } from './logo.ts';

const logo = (width: number, height: number): Logo => ({
  hash: 'a'.repeat(64),
  type: 'image/png',
  width,
  height,
});

test('CFG-53 a logo fills its box in its own proportion, and a wide one stands for the name', () => {
  expect(logoSize(logo(1024, 1024), 200, 40)).toEqual({ width: 40, height: 40 });
  expect(logoSize(logo(1024, 128), 200, 40)).toEqual({ width: 200, height: 25 });
  expect(logoSize(logo(100, 300), 200, 40)).toEqual({ width: 13, height: 40 });
  expect([logo(1024, 128), logo(180, 100), logo(179, 100)].map(isLettering)).toEqual([true, true, false]);
  expect(logoFile(logo(1, 1))).toBe(`assets/logo-${'a'.repeat(64)}.png`);
});
