import { expect, test } from 'vitest';
import { securityHeaders } from '@taller/server/site/security-headers.ts';
import { inRoot } from '#src/workspace/root.ts';
import { ANY_SUPABASE, headersFile, nginxConf, redirectsFile } from './host-rules.ts';
import { PAGES } from '@taller/server/pages/pages.ts';

const origins = {
  connect: ['https://abc.supabase.co', 'wss://abc.supabase.co'],
  remotes: ['https://r.taller.cl'],
};

test('static hosts send the headers that the embedded server sends over HTTPS', () => {
  const [everywhere = ''] = headersFile(origins).split('\n/assets/*');
  const sent = Object.fromEntries(
    everywhere
      .split('\n')
      .filter((line) => line.startsWith('  '))
      .map((line) => [line.slice(2, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  expect(sent).toEqual(securityHeaders(true, origins));
  expect(sent['content-security-policy']).toContain(
    "connect-src 'self' https://abc.supabase.co wss://abc.supabase.co https://r.taller.cl",
  );
  expect(sent['content-security-policy']).toContain("script-src 'self' https://r.taller.cl;");
  for (const [name, value] of Object.entries(securityHeaders(true, origins)))
    expect(nginxConf(origins).toLowerCase()).toContain(`add_header ${name} "${value.toLowerCase()}" always;`);
});

test('hashed files are cached forever by one rule each, and other sites may run the remotes', () => {
  expect(headersFile({}).match(/^\/\S+$/gm)).toEqual(['/*', '/assets/*', '/remotes/*']);
  expect(headersFile({}).match(/Cache-Control/g)).toHaveLength(2);
  expect(headersFile({}).split('/remotes/*')[1]).toBe(
    '\n  Cache-Control: public, max-age=31536000, immutable\n  Access-Control-Allow-Origin: *\n',
  );
});

test('addresses below a page are answered with that page; no rule hides a file', () => {
  const rules = redirectsFile(PAGES).trim().split('\n');
  expect(rules).toContain('/orders/* /orders 200');
  expect(rules).toContain('/dashboard/* /dashboard 200');
  expect(rules.filter((rule) => /^\/(?:\*|assets|remotes|200|index)/.test(rule))).toEqual([]);
});

test('docs/nginx.conf is the generated one (vitest -u writes it)', async () => {
  await expect(nginxConf({ connect: ANY_SUPABASE })).toMatchFileSnapshot(inRoot('docs/nginx.conf'));
});
