import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteDescriptor } from '#src/build/descriptors.ts';
import { inRoot } from '#src/workspace/root.ts';

/** budgets.json: limits in kB of 1,000 bytes at the best brotli quality. */
export interface Budgets {
  /** Of a module without a limit of its own. */
  newModule: number;
  /** By `remote/module`: everything that the module may load. */
  modules: Readonly<Record<string, number>>;
}

const HEAVIEST = 3;

const readBudgets = (): Budgets => JSON.parse(readFileSync(inRoot('budgets.json'), 'utf8')) as Budgets;

/** kB in the way that budgets are stated. */
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1).replace('.', ',');

/**
 * The modules of a build that are over their budget, a sentence each. A build that does not say what its files weigh
 * is not checked.
 *
 * @param folder of the build.
 */
export async function overBudget(
  { name, entryJs, modules, packed }: RemoteDescriptor,
  folder: string,
  budgets: Budgets = readBudgets(),
): Promise<string[]> {
  if (!packed) return [];
  const found: string[] = [];
  for (const [module, { js, css }] of Object.entries(modules)) {
    const later = JSON.parse(await readFile(join(folder, 'screens', `${module}.json`), 'utf8')) as string[];
    const files = [...new Set([...entryJs, ...js, ...css, ...later])];
    const bytes = files.reduce((sum, file) => sum + (packed[file] ?? 0), 0);
    const limit = budgets.modules[`${name}/${module}`] ?? budgets.newModule;
    if (bytes <= limit * 1000) continue;
    const heaviest = files
      .toSorted((a, b) => (packed[b] ?? 0) - (packed[a] ?? 0))
      .slice(0, HEAVIEST)
      .map((file) => `${file} (${kilobytes(packed[file] ?? 0)} kB)`);
    found.push(
      `${name}/${module} pesa ${kilobytes(bytes)} kB y su límite es ${limit} kB (budgets.json). Lo que más pesa: ${heaviest.join(', ')}.`,
    );
  }
  return found;
}
