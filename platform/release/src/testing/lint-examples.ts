import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inRoot } from '#src/workspace/root.ts';

type Rules = Readonly<Record<string, unknown>>;
interface Configuration {
  plugins: string[];
  rules: Rules;
  overrides: { files: string[]; rules: Rules }[];
}

/**
 * Lints files in a temporary workspace with some rules, configured as in .oxlintrc.json.
 * @param files contents by path.
 * @returns the messages by file, for files that have any.
 */
export function lintExamples(
  names: readonly string[],
  files: Readonly<Record<string, string>>,
): Map<string, string[]> {
  const { plugins, rules, overrides } = JSON.parse(
    readFileSync(inRoot('.oxlintrc.json'), 'utf8'),
  ) as Configuration;
  const only = (all: Rules) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  const root = mkdtempSync(join(tmpdir(), 'taller-lint-'));
  const write = (file: string, content: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
  };
  write('pnpm-workspace.yaml', '');
  write(
    '.oxlintrc.json',
    JSON.stringify({
      plugins,
      jsPlugins: [inRoot('platform/release/src/layers/lint-plugin.ts')],
      categories: { correctness: 'off' },
      rules: only(rules),
      overrides: overrides.map((override) => ({ ...override, rules: only(override.rules) })),
    }),
  );
  for (const [file, content] of Object.entries(files)) write(file, content);
  const { stdout } = spawnSync(inRoot('node_modules/.bin/oxlint'), ['--format=json'], {
    cwd: root,
    encoding: 'utf8',
  });
  rmSync(root, { recursive: true });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { filename: string; message: string; help?: string }[];
  };
  const found = new Map<string, string[]>();
  for (const { filename, message, help = '' } of diagnostics)
    found.set(filename, [...(found.get(filename) ?? []), `${message} ${help}`.trim()]);
  return found;
}
