import { describe, expect, test } from 'vitest';
import { siteLinks } from '../src/api/site-links.ts';

describe('which addresses are the site’s', () => {
  const site = siteLinks('https://taller.example', 'none');
  const empty = siteLinks('http://127.0.0.1:3000', 'own-port');
  const demo = siteLinks('http://127.0.0.1:3000', 'any-port');

  test('SEC-01 with an address of its own the site is nowhere else', () => {
    expect(site.page(['https://taller.example/auth'])).toBe('https://taller.example/auth');
    for (const other of [
      'http://taller.example/',
      'https://taller.example:8443/',
      'http://localhost:3000/',
      'http://127.0.0.1/',
    ]) {
      expect(site.page([other])).toBeUndefined();
    }
    expect(
      ['http://localhost:6666', 'https://taller.example', 'nonsense'].map((asked) => site.originFor(asked)),
    ).toEqual(['https://taller.example', 'https://taller.example', 'https://taller.example']);
  });

  test('SEC-01 without one it has both names of this machine with its port; in the demo with any port', () => {
    expect(empty.page(['http://localhost:3000/auth'])).toBe('http://localhost:3000/auth');
    expect(empty.page(['http://localhost:6666/auth'])).toBeUndefined();
    expect(empty.originFor('http://localhost:6666')).toBe('http://127.0.0.1:3000');
    expect(demo.page(['http://localhost:5200/auth'])).toBe('http://localhost:5200/auth');
    expect(demo.page(['https://localhost:5200/auth'])).toBeUndefined();
    expect(demo.page(['http://localhost.evil.example:5200/'])).toBeUndefined();
  });

  test('SEC-01 what two readers could take for two addresses is none', () => {
    for (const asked of [
      'http://2130706433:3000/',
      'HTTP://LOCALHOST:3000/',
      'http://localhost:03000/',
      'http:localhost:3000/',
      'http://localhost:3000@localhost:3000/',
      'http://localhost:3000/\\evil',
      'http://local\thost:3000/',
      ' http://localhost:3000/',
    ]) {
      expect([asked, demo.page([asked])]).toEqual([asked, undefined]);
    }
    expect(demo.page(['http://localhost:3000/', 'http://localhost:3000/'])).toBeUndefined();
    expect(demo.page([])).toBeUndefined();
  });
});
