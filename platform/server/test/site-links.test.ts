import { expect, test } from 'vitest';
import { siteLinks } from '../src/api/site-links.ts';

const site = siteLinks('https://taller.example', 'none');
const empty = siteLinks('http://127.0.0.1:3000', 'own-port');
const demo = siteLinks('http://127.0.0.1:3000', 'any-port');

test('SEC-01 with SITE_URL set, no other address is accepted as the site', () => {
  for (const asked of [
    'https://taller.example',
    'http://taller.example',
    'https://taller.example:8443',
    'http://localhost:6666',
    'http://127.0.0.1',
    'nonsense',
  ])
    expect([asked, site.originFor(asked)]).toEqual([asked, 'https://taller.example']);
});

test('SEC-01 without SITE_URL the site is localhost or 127.0.0.1 with its port; in the demo with any port', () => {
  expect(empty.originFor('http://localhost:3000')).toBe('http://localhost:3000');
  expect(empty.originFor('http://localhost:6666')).toBe('http://127.0.0.1:3000');
  expect(demo.originFor('http://localhost:5200')).toBe('http://localhost:5200');
  for (const other of ['https://localhost:5200', 'http://localhost.evil.example:5200', 'http://evil.example'])
    expect([other, demo.originFor(other)]).toEqual([other, 'http://127.0.0.1:3000']);
});
