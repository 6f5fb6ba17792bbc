import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMigrations } from '@taller/server/database/migrations.ts';
import { withNewestFunctions } from '@taller/server/database/newest-functions.ts';
import { startServer } from '@taller/server/start-server.ts';
import { PROGRAMS, QUIETLY } from '#src/hosted/programs.ts';
import { inRoot } from '#src/workspace/root.ts';

// `npm run gen:types`: writes shared/src/db/database.types.ts from a fresh database with all migrations, and the list
// of replaced functions in docs/database.md. Uses Supabase's generator, downloaded on demand.
const target = inRoot('shared/src/db/database.types.ts');

/** Runs a program to its end. @returns its output. @throws if it fails. */
function output(program: string, args: string[], input?: string): string {
  const env = { ...process.env, ...QUIETLY };
  const result = spawnSync(program, args, {
    cwd: tmpdir(),
    encoding: 'utf8',
    env,
    input,
    maxBuffer: 50_000_000,
  });
  if (result.status !== 0)
    throw new Error(`${program} ${args[0]}: ${result.error?.message ?? result.stderr}`);
  return result.stdout;
}

/** Changes with any migration: the generated file's header names its migrations. */
function migrationsFingerprint(): string {
  const hash = createHash('sha256');
  for (const { file, sql } of readMigrations()) hash.update(file).update('\0').update(sql).update('\0');
  return hash.digest('hex');
}

const document = inRoot('docs/database.md');
writeFileSync(document, withNewestFunctions(readFileSync(document, 'utf8')));

const dataDir = mkdtempSync(join(tmpdir(), 'taller-types-'));
try {
  const server = await startServer({ port: 0, dataDir, mode: 'test', quiet: true });
  try {
    const remote = `--remote=${server.databaseUrl}?sslmode=disable`;
    const types = output('npx', [
      '-y',
      PROGRAMS.supabase,
      'gen',
      'types',
      '--lang=typescript',
      '--schema=public',
      remote,
    ]);
    const formatted = output(
      inRoot('node_modules/.bin/oxfmt'),
      ['--stdin-filepath=database.types.ts'],
      types,
    );
    const header = `// Generated from supabase/migrations by \`npm run gen:types\`: do not edit.\n// migrations ${migrationsFingerprint()}\n`;
    mkdirSync(join(target, '..'), { recursive: true });
    writeFileSync(target, header + formatted);
    console.log(`Tipos escritos en ${target}`);
  } finally {
    await server.close();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
