import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';
import { filesOfModules, filesOfPage, measureSize, scriptsOfScreen, type Weight } from '../support/sizes.ts';

/**
 * Limits in kB at the best brotli quality (1 kB = 1000 bytes): scripts of the landing, scripts and style sheets of the
 * shell, scripts of mfe-orders that the list of the desk waits for, and everything that each module of a remote may
 * load; `newModule` applies to modules without their own limit.
 */
const budgets = JSON.parse(readFileSync(join(import.meta.dirname, '../../budgets.json'), 'utf8')) as {
  landing: { requests: number; scripts: number };
  shell: number;
  desk: number;
  newModule: number;
  modules: Record<string, number>;
};

function keepsTo(name: string, { kb, largest }: Weight, limit: number): void {
  const said = `${name} weighs ${kb.toFixed(1)} kB, its budget is ${limit} kB (budgets.json). The largest files:\n${largest.join('\n')}`;
  expect.soft(kb, said).toBeLessThanOrEqual(limit);
}

test('PUB-06 the landing asks for no more files and scripts than its budget', async ({ shop }) => {
  const files = await filesOfPage(shop.url, '/');
  // Plus the page itself.
  expect(files.length + 1, `the landing asks for\n${files.join('\n')}`).toBeLessThanOrEqual(
    budgets.landing.requests,
  );
  const scripts = files.filter((path) => path.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(1);
  keepsTo('The landing', await measureSize(shop.url, scripts), budgets.landing.scripts);
});

test('SHELL-08 the shell keeps to its budget', async ({ shop }) => {
  const files = (await filesOfPage(shop.url, '/')).filter((path) => /^\/assets\/.*\.(?:js|css)$/.test(path));
  expect(files.length).toBeGreaterThan(1);
  keepsTo('The shell', await measureSize(shop.url, files), budgets.shell);
});

test('SHELL-08 the list of the desk waits for no more scripts than its budget', async ({ shop }) => {
  const scripts = await scriptsOfScreen(shop.url, 'mfe-orders/routes', 'order-desk-page');
  expect(scripts.length).toBeGreaterThan(1);
  keepsTo('The desk', await measureSize(shop.url, scripts), budgets.desk);
});

test('SHELL-08 every module of every remote keeps to its budget', async ({ shop }) => {
  const modules = await filesOfModules(shop.url);
  expect([...modules.keys()]).toEqual(expect.arrayContaining(Object.keys(budgets.modules)));
  for (const [name, files] of modules) {
    keepsTo(name, await measureSize(shop.url, files), budgets.modules[name] ?? budgets.newModule);
  }
});
