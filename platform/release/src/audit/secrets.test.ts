import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';

/** Patterns of secrets that must never be committed. e2e/platform/secrets.spec.ts searches the built site. */
const SECRETS: Readonly<Record<string, RegExp>> = {
  'a secret key of Supabase': /sb_secret_[\w-]{20,}/,
  'a token of a service': /\beyJhbGciOi[\w-]+\.eyJ[\w-]{20,}\.[\w-]{20,}/,
  'a credential of WhatsApp': /\bEAA[A-Za-z0-9]{60,}/,
  'a private key': /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\n[A-Za-z0-9+/]{40}/,
  'a private key as JWK': /"d":\s*"[\w-]{40,}"/,
  'a token of a forge or registry': /\b(?:gh[pousr]_[A-Za-z0-9]{36}|npm_[A-Za-z0-9]{36})\b/,
};

const secretsIn = (text: string): string[] =>
  Object.entries(SECRETS).flatMap(([kind, shape]) => (shape.test(text) ? [kind] : []));

test('SEC-47 no file of the repository holds a secret', () => {
  const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: inRoot(),
    encoding: 'utf8',
  })
    .split('\0')
    .filter(Boolean);
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    secretsIn(readFileSync(inRoot(file), 'latin1')).map((kind) => `${file}: ${kind}`),
  );
  expect(found).toEqual([]);
});

test('SEC-47 the search finds each kind of secret', () => {
  expect(secretsIn(`sb_secret_${'a'.repeat(22)}`)).toEqual(['a secret key of Supabase']);
  expect(secretsIn(`eyJhbGciOiJIUzI1NiJ9.eyJ${'a'.repeat(30)}.${'b'.repeat(43)}`)).toEqual([
    'a token of a service',
  ]);
  expect(secretsIn(`EAA${'x1'.repeat(40)}`)).toEqual(['a credential of WhatsApp']);
  expect(secretsIn(`-----BEGIN PRIVATE KEY-----\n${'a'.repeat(64)}`)).toEqual(['a private key']);
  expect(secretsIn(`{"d": "${'a'.repeat(43)}"}`)).toEqual(['a private key as JWK']);
  expect(secretsIn(`ghp_${'a'.repeat(36)}`)).toEqual(['a token of a forge or registry']);
});
