import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';

const SITE = join(import.meta.dirname, '../../site');

/** Server-side secrets: secret keys, tokens of privileged roles, the provider's credential and the names of both. */
const SECRETS: Readonly<Record<string, RegExp>> = {
  'a secret key': /sb_secret_[\w-]{8,}/,
  'a token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}/,
  'a credential of WhatsApp': /\bEAA[A-Za-z0-9]{30,}/,
  'the name of a server variable':
    /WHATSAPP_[A-Z_]+|CRON_SECRET|SERVICE_ROLE_KEY|SUPABASE_SECRET_KEYS|SMTP_PASS/,
  'the address of the provider': /graph\.facebook\.com/,
  'the address of a database': /postgres(?:ql)?:\/\//,
  'the sign-in of development': /taller-demo|_dev\/entrar/,
};

/** Actual secrets of this machine, if it has any. */
const VALUES = Object.entries(process.env).flatMap(([name, value]) =>
  /^(?:WHATSAPP_(?!API)|CRON_SECRET|SMTP_PASS|DATABASE_URL)/.test(name) && value ? [value] : [],
);

function secretsIn(text: string): string[] {
  const kinds = Object.entries(SECRETS).flatMap(([kind, pattern]) => (pattern.test(text) ? [kind] : []));
  return VALUES.some((value) => text.includes(value)) ? [...kinds, 'a value of the environment'] : kinds;
}

test('MSG-03 DATA-02 no file of the built site holds a secret', async () => {
  const entries = await readdir(SITE, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(files.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(50);
  const found: string[] = [];
  for (const file of files) {
    const text = await readFile(file, 'latin1');
    for (const kind of secretsIn(text)) found.push(`${file.slice(SITE.length)}: ${kind}`);
  }
  expect(found).toEqual([]);
});

test('MSG-03 DATA-02 the search finds each kind of secret', () => {
  expect(secretsIn('"sb_secret_N7UND0UgjKTVK"')).toEqual(['a secret key']);
  expect(secretsIn('eyJhbGciOiJIUzI1NiIs.eyJyb2xlIjoic2VydmljZSJ9')).toEqual(['a token']);
  expect(secretsIn(`Bearer EAA${'x1'.repeat(20)}`)).toEqual(['a credential of WhatsApp']);
  expect(secretsIn('env.WHATSAPP_TOKEN')).toEqual(['the name of a server variable']);
  expect(secretsIn('https://graph.facebook.com/v23.0')).toEqual(['the address of the provider']);
  expect(secretsIn('postgresql://postgres@localhost')).toEqual(['the address of a database']);
  expect(secretsIn('<a href="/_dev/entrar/mfe-orders">')).toEqual(['the sign-in of development']);
});

test('MSG-03 DATA-02 the configuration that the browser loads has the public key and nothing else', async ({
  shop,
}) => {
  const text = await (await fetch(`${shop.url}/config.json`)).text();
  expect(JSON.parse(text)).toEqual({ supabaseUrl: shop.url, supabaseKey: shop.keys.publishable });
  expect(text).not.toContain(shop.keys.secret);
});
