import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';
import { reactStore } from './react-store.ts';

test('SHELL-08 Base UI uses React’s own store hook, so that no CommonJS module requires React', async () => {
  const folder = mkdtempSync(inRoot('shared/node_modules/.store-'));
  try {
    const entry = join(folder, 'entry.ts');
    writeFileSync(entry, `export { AlertDialog } from '@base-ui/react/alert-dialog';`);
    const [output] = (await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [reactStore()],
      build: {
        write: false,
        minify: false,
        lib: { entry, formats: ['es'] },
        rollupOptions: { external: /^react/ },
      },
    })) as Rolldown.RolldownOutput[];
    const code = output?.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n') ?? '';
    expect(code).toContain('useSyncExternalStore');
    expect(code).not.toMatch(/require\(|__commonJS/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
