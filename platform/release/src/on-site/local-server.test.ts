import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';
import { developOnSite } from './develop-on-site.ts';
import { importedNames } from './imported-names.ts';
import { readRemoteSource } from './remote-source.ts';

/** A remote's folder outside of the workspace, with the workspace's packages. */
function remoteElsewhere(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'taller-remote-')), 'garantias');
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true }));
  cpSync(inRoot('mfe-customer/src'), join(folder, 'src'), { recursive: true });
  cpSync(inRoot('mfe-customer/package.json'), join(folder, 'package.json'));
  writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "jsx": "react-jsx" } }');
  symlinkSync(inRoot('mfe-customer/node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** The address of a site whose registry has this remote and nothing else. */
async function emptySite(): Promise<string> {
  const registry = JSON.stringify({ release: 'r', remotes: [{ name: 'mfe-customer' }] });
  const site = createServer(({ url }, outgoing) => outgoing.end(url === '/remotes.json' ? registry : ''));
  await once(site.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    site.close();
    site.closeAllConnections();
  });
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
}

test('SHELL-70 a remote is served from any folder: for production, with what the shell of the page provides', async () => {
  const folder = remoteElsewhere();
  const page = join(folder, 'src/features/panel/local.module.css');
  writeFileSync(page, '.note { color: red; }');
  const routes = join(folder, 'src/remote/routes.tsx');
  writeFileSync(routes, `import '#src/features/panel/local.module.css';\n${readFileSync(routes, 'utf8')}`);
  const development = await developOnSite({
    folder,
    site: await emptySite(),
    port: null,
    say: () => undefined,
  });
  onTestFinished(development.close);
  const { origin, pathname } = new URL(development.url);
  expect(pathname).toBe(readRemoteSource(folder).start);
  const codeAt = async (path: string) => {
    const answer = await fetch(origin + path);
    return [answer.status, await answer.text()] as const;
  };
  expect(await codeAt('/_local/@id/virtual:taller-entry?attempt=2')).toEqual([
    200,
    expect.stringContaining("'./routes': () => import("),
  ]);
  const [status, code] = await codeAt('/_local/src/remote/routes.tsx');
  expect(status).toBe(200);
  expect(code).toContain('virtual:taller-provided/@taller/shared/runtime');
  expect(code).toContain('virtual:taller-provided/react/jsx-runtime');
  expect(code).not.toMatch(/jsxDEV|RefreshReg/);
  const [, jsx] = await codeAt('/_local/@id/virtual:taller-provided/react/jsx-runtime');
  expect(jsx).toContain('react-jsx-runtime.production.js');
  // Style sheets are no <style> elements, and the client asks for no worker: the policy of a site allows neither.
  const [, sheet] = await codeAt('/_local/src/features/panel/local.module.css');
  expect(sheet).toMatch(/updateStyle as __vite__updateStyle.*from "[^"]*hot-reload\/style-sheets\.ts"/);
  const [, client] = await codeAt('/_local/@vite/client');
  expect(client).not.toContain('typeof SharedWorker');
  expect(await codeAt('/_local/@id/screens/routes.json')).toEqual([200, '[]']);
  expect((await codeAt('/_local/nada'))[0]).toBe(404);
});

test('SHELL-70 the server of the sources notices an edit from its first answer on', async () => {
  const folder = remoteElsewhere();
  // The watcher's first pass over so many files takes longer than the start.
  for (let count = 0; count < 2_000; count += 1)
    writeFileSync(join(folder, `src/features/filler-${count}.ts`), `export const filler = ${count};\n`);
  // Without packages, or the bundler prepares those beyond the end of the test.
  writeFileSync(join(folder, 'src/remote/routes.tsx'), 'export {};\n');
  const edited = join(folder, 'src/features/filler-1999.ts');
  const development = await developOnSite({
    folder,
    site: await emptySite(),
    port: null,
    say: () => undefined,
  });
  onTestFinished(development.close);
  const code = async () =>
    await (
      await fetch(new URL('/_local/src/features/filler-1999.ts', new URL(development.url).origin))
    ).text();
  expect(await code()).toContain('filler = 1999');
  writeFileSync(edited, `export const filler = 'editado';\n`);
  await expect.poll(code).toContain(`filler = "editado"`);
});

test('SHELL-70 what a remote imports of the contract is read from its sources and from those of shared', () => {
  const used = importedNames(readRemoteSource(inRoot('mfe-customer')));
  expect([...(used.get('@taller/shared/contract/remote-module.ts') ?? [])]).toEqual(['defineRemote']);
  // A component of shared imports this one.
  expect(used.get('@taller/shared/runtime')).toContain('Link');
  expect(used.get('@taller/shared/query')).toContain('useQuery');
});
