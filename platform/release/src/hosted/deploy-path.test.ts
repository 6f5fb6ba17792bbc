/** The way to a hosted project (docs/deploy.md) can be followed: its commands, settings and links exist. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { PROGRAMS, QUIETLY } from '#src/hosted/programs.ts';
import { download } from '#src/hosted/testing/download.ts';
import { inRoot } from '#src/workspace/root.ts';
import { run } from '#src/workspace/run.ts';

const read = (file: string) => readFileSync(inRoot(file), 'utf8');
const DEPLOY = read('docs/deploy.md');

/** Files that name commands: documents, config.toml, and messages of commands and screens. Decisions are history. */
const FILES = execFileSync(
  'git',
  ['ls-files', 'README.md', 'docs/*.md', 'platform/*.md', 'supabase/config.toml', '*/src/*.ts'],
  {
    cwd: inRoot(),
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file !== '' && !file.includes('docs/decisions/') && !file.endsWith('.test.ts'));

/** Commands with subcommands of their own. */
const GROUPS = ['backups', 'config', 'db', 'functions', 'migration', 'projects', 'secrets'];
const COMMAND = new RegExp(
  `(?<![/\\w-])supabase ((?:(?:${GROUPS.join('|')}) [a-z-]+|link|login)\\b[^\\n\`'"#]*)`,
  'g',
);

/** Each `supabase …` of the files: its words without options, its options, and its place. */
const COMMANDS = FILES.flatMap((file) =>
  [...read(file).matchAll(COMMAND)].map(([, line = '']) => {
    const words = line.trim().split(/[\s.]+/);
    return {
      name: words.slice(0, GROUPS.includes(words[0] ?? '') ? 2 : 1).join(' '),
      options: words.flatMap((word) => /^--?[a-z][a-z-]*/.exec(word)?.[0] ?? []),
      place: `${file}: supabase ${line.trim()}`,
    };
  }),
);

/** The help of each command, from one process of npx. */
async function helps(): Promise<Map<string, string>> {
  await download(PROGRAMS.supabase, ['--version']);
  const names = [...new Set(COMMANDS.map(({ name }) => name))];
  const script = names.map((name) => `echo '=== ${name}'; supabase ${name} --help`).join('; ');
  const { output } = await run('npx', ['-y', '-p', PROGRAMS.supabase, '-c', script], {
    quiet: true,
    env: QUIETLY,
  });
  return new Map(output.split('=== ').map((text) => [text.split('\n')[0] ?? '', text]));
}

test('OPS-92 the CLI of the tests has every command and option that people are told to run', async () => {
  expect(DEPLOY).toContain(`npx -y ${PROGRAMS.supabase}`);
  expect(COMMANDS.length).toBeGreaterThan(20);
  const known = await helps();
  const wrong = COMMANDS.flatMap(({ name, options, place }) => {
    const help = known.get(name) ?? '';
    if (!new RegExp(`^\\s+supabase ${name} `, 'm').test(help)) return [`${place}: no such command`];
    const missing = options.filter((option) => !new RegExp(`(^|[\\s,])${option}[\\s,[]`, 'm').test(help));
    // Without this option the command uses a Supabase on this machine.
    const isLocal = /^\s*Local by default/m.test(help) && !options.includes('--remote');
    return [...missing.map((option) => `${place}: no ${option}`), ...(isLocal ? [`${place}: local`] : [])];
  });
  expect(wrong).toEqual([]);
});

/** The keys of config.toml with their values as written. */
function settings(): Map<string, string> {
  let section = '';
  const found = new Map<string, string>();
  for (const line of read('supabase/config.toml').split('\n')) {
    section = /^\[(?<name>[^\]]+)\]$/.exec(line)?.groups?.name ?? section;
    const { key, value } = /^(?<key>\w+) = (?<value>.*)$/.exec(line)?.groups ?? {};
    if (key !== undefined && value !== undefined)
      found.set(section === '' ? key : `${section}.${key}`, value);
  }
  return found;
}

test('OPS-92 config.toml has every setting that the path names, with the value that it says', () => {
  const there = settings();
  const named = [...DEPLOY.matchAll(/`(?<key>auth(?:\.\w+)+)(?: = (?<value>[^`]+))?`/g)].map(
    ({ groups = {} }) => [groups.key ?? '', groups.value] as const,
  );
  expect(named.length).toBeGreaterThan(10);
  const wrong = named.filter(
    ([key, value]) => !there.has(key) || (value !== undefined && there.get(key) !== value),
  );
  expect(wrong).toEqual([]);
  expect(there.get('auth.email.smtp.pass')).toBe('"env(SMTP_PASS)"');
});

test('OPS-92 every mail of config.toml has its template, and every template is named', () => {
  const paths = [...settings()]
    .filter(([key]) => key.endsWith('.content_path'))
    .map(([, path]) => JSON.parse(path) as string);
  const templates = readdirSync(inRoot('supabase/templates')).map((name) => `./supabase/templates/${name}`);
  expect(paths.sort()).toEqual(templates.sort());
});

/** The anchors of a document's headings, as GitHub makes them. */
const anchors = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );

test.each(['README.md', 'docs/deploy.md', 'docs/backup.md', 'docs/whatsapp.md'])(
  'OPS-92 every link of %s leads to a file and a heading',
  (file) => {
    const wrong = [
      ...read(file).matchAll(/\]\((?!https?:)(?<path>[^)#\s]*)(?:#(?<anchor>[^)\s]+))?\)/g),
    ].filter(({ groups: { path = '', anchor } = {} }) => {
      const target = path === '' ? inRoot(file) : join(inRoot(dirname(file)), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchors(readFileSync(target, 'utf8')).includes(anchor);
    });
    expect(wrong.map(([link]) => link)).toEqual([]);
  },
);

test('OPS-92 the steps are numbered without a gap, and the README counts them right', () => {
  const steps = [...DEPLOY.matchAll(/^### (\d+)\. /gm)].map(([, number]) => Number(number));
  expect(steps).toEqual(steps.map((_, index) => index + 1));
  expect(steps).toHaveLength(12);
  expect(read('README.md').replace(/\s+/g, ' ')).toContain('in the twelve steps of [docs/deploy.md]');
});
