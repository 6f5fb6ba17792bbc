import { expect, test } from 'vitest';
import { isStorageToken, signToken } from './jwt.ts';

const SECRET = 's'.repeat(40);
const NOW = Date.UTC(2026, 10, 28);

test('REC-42 the token of a signed address is good for its time, with its secret, and is no session', () => {
  // Left out when it is written.
  const claims = { role: undefined as never, bucket: 'order-photos', key: 'a/b', exp: NOW / 1000 + 60 };
  const token = signToken(claims, SECRET);
  expect(isStorageToken(token, SECRET, NOW)).toBe(true);
  expect(isStorageToken(token, SECRET, NOW + 61_000)).toBe(false);
  expect(isStorageToken(token, 'x'.repeat(40), NOW)).toBe(false);
  expect(isStorageToken(signToken({ ...claims, role: 'authenticated' }, SECRET), SECRET, NOW)).toBe(false);
});
