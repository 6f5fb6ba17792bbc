import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';
import { lucideIcons } from './lucide-icons.ts';

/** Builds a source file of shared. @returns the bundled code. */
async function built(source: string): Promise<string> {
  const folder = mkdtempSync(inRoot('shared/node_modules/.icons-'));
  try {
    const entry = join(folder, 'entry.ts');
    writeFileSync(entry, source);
    const output = await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [lucideIcons()],
      build: {
        write: false,
        minify: false,
        lib: { entry, formats: ['es'] },
        rollupOptions: { external: /^react/ },
      },
    });
    const [first] = output as Rolldown.RolldownOutput[];
    return first?.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n') ?? '';
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('an icon imported from its own file is built as one path, without lucide’s components', async () => {
  const code = await built(`export { default } from 'lucide-react/icons/x';`);
  expect(code).toContain('createIcon("M18 6 6 18M0 0m6 6 12 12")');
  expect(code).not.toContain('createLucideIcon');
});

test('an icon with a filled part stays lucide’s own', async () => {
  expect(await built(`export { default } from 'lucide-react/icons/palette';`)).toContain('createLucideIcon');
});

test('an icon that the package does not have fails the build by name', async () => {
  await expect(built(`export { default } from 'lucide-react/icons/no-such-icon';`)).rejects.toThrow(
    'no-such-icon',
  );
});
