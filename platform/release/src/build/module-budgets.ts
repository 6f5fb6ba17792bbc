import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteDescriptor } from '#src/build/descriptors.ts';
import { inRoot } from '#src/workspace/root.ts';

/** budgets.json: limits in kB of 1,000 bytes at the best brotli quality. */
export interface Budgets {
  /** Scripts and style sheets of the shell that a page asks for by itself. */
  shell: number;
  /** Limit for a module that `modules` does not list. */
  newModule: number;
  /** Everything that a module may load, by `remote/module`. */
  modules: Readonly<Record<string, number>>;
}

const HEAVIEST = 3;

/** The budgets of the sources as they stand. */
export const readBudgets = (): Budgets => JSON.parse(readFileSync(inRoot('budgets.json'), 'utf8')) as Budgets;

/** kB in the way that budgets are stated. */
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1).replace('.', ',');

/**
 * The message about files that exceed their limit, with the heaviest of them; null within the limit.
 *
 * @param subject start of the message: the subject and its verb.
 * @param packed from packedSizes, of the files that count.
 * @param limit in kB.
 */
export function overLimit(
  subject: string,
  packed: Readonly<Record<string, number>>,
  limit: number,
): string | null {
  const sizes = Object.entries(packed);
  const bytes = sizes.reduce((sum, [, size]) => sum + size, 0);
  if (bytes <= limit * 1000) return null;
  const heaviest = sizes
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, HEAVIEST)
    .map(([file, size]) => `${file} (${kilobytes(size)} kB)`);
  return `${subject} ${kilobytes(bytes)} kB y su límite es ${limit} kB (budgets.json). Lo que más pesa: ${heaviest.join(', ')}.`;
}

/**
 * Messages about a build's modules that exceed their budget. A build without the sizes of its files is not checked.
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
    const files = new Set([...entryJs, ...js, ...css, ...later]);
    const counted = Object.fromEntries(Object.entries(packed).filter(([file]) => files.has(file)));
    const limit = budgets.modules[`${name}/${module}`] ?? budgets.newModule;
    const over = overLimit(`${name}/${module} pesa`, counted, limit);
    if (over !== null) found.push(over);
  }
  return found;
}
