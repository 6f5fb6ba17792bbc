import { describe, expect, test } from 'vitest';
import { LONGEST_CODE } from './device-code.ts';
import { makeCodeKey } from './make-key.ts';
import { openCode, sealingKeyId } from './open-code.ts';
import { sealCode } from './seal-code.ts';

const ORDER = '7f1b0d52-8c0e-4d5f-9a55-0d5f4bb3c001';
const OTHER_ORDER = '7f1b0d52-8c0e-4d5f-9a55-0d5f4bb3c002';
const key = await makeCodeKey();

describe('SEC-30 sealed device codes', () => {
  test.each(['0', '0042', '1-2-3-6-9', 'Ñandú 2024 🔑', 'x'.repeat(LONGEST_CODE), '🔑'.repeat(100)])(
    'SEC-30 %j comes back with the private key',
    async (code) => {
      const sealed = await sealCode(code, ORDER, key);
      expect(sealed).toMatch(/^v1\.[0-9A-F]{16}\.[A-Za-z0-9_-]{87}\.[A-Za-z0-9_-]{107,1200}$/);
      expect(sealed).not.toContain(code.length > 3 ? code : `.${code}.`);
      expect(sealingKeyId(sealed)).toBe(key.id);
      expect(await openCode(sealed, ORDER, key.privateKey)).toBe(code);
    },
  );

  test('SEC-30 the same code twice is two different texts of one length, whatever the length of the code', async () => {
    const texts = await Promise.all(
      ['1234', '1234', '123456789', '1-2-3-4-5-6-7-8-9'].map((code) => sealCode(code, ORDER, key)),
    );
    expect(new Set(texts).size).toBe(4);
    expect(new Set(texts.map((text) => text.length)).size).toBe(1);
  });

  test('SEC-30 a text moved to another order does not open', async () => {
    const sealed = await sealCode('2580', ORDER, key);
    await expect(openCode(sealed, OTHER_ORDER, key.privateKey)).rejects.toThrow(Error);
    expect(await openCode(sealed, ORDER.toUpperCase(), key.privateKey)).toBe('2580');
  });

  test('SEC-30 another private key does not open it', async () => {
    const sealed = await sealCode('2580', ORDER, key);
    await expect(openCode(sealed, ORDER, (await makeCodeKey()).privateKey)).rejects.toThrow(Error);
  });

  test('SEC-30 a text that was changed in any part does not open', async () => {
    const sealed = await sealCode('2580', ORDER, key);
    const other = await sealCode('2580', ORDER, await makeCodeKey());
    const parts = sealed.split('.');
    const swapped = [1, 2, 3].map((part) => parts.with(part, other.split('.')[part] ?? '').join('.'));
    const flipped = sealed.replace(/.(?=.$)/, (letter) => (letter === 'A' ? 'B' : 'A'));
    for (const text of [...swapped, flipped, parts.slice(0, 3).join('.'), sealed.replace('v1', 'v2'), '2580'])
      await expect(openCode(text, ORDER, key.privateKey)).rejects.toThrow(Error);
  });

  test.each(['', 'x'.repeat(LONGEST_CODE + 1)])(
    'SEC-30 a code of impossible length is not sealed',
    async (code) => {
      await expect(sealCode(code, ORDER, key)).rejects.toThrow(RangeError);
    },
  );
});
