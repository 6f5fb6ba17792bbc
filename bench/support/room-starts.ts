import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterOf } from '@taller/server/postgres/places.ts';
import { npmStart } from '@taller/server/testing/npm-start.ts';
import { cpuOfStart } from './cpu.ts';

/** A data folder that a version has started before. */
export interface WarmFolder extends Disposable {
  /** Starts the version in it and stops it again. The stop does not count. */
  start(): Promise<Record<string, number>>;
}

/** Prepares a folder for warm starts of the version in `root`. */
export async function measureStart(root: string): Promise<WarmFolder> {
  const folder = mkdtempSync(join(tmpdir(), 'taller-warm-'));
  const dataDir = join(folder, 'data');
  const start = async () => {
    const from = performance.now();
    await using shop = await npmStart({ root, dataDir });
    return { 'start, s': (performance.now() - from) / 1000, 'start, s of CPU': cpuOfStart(shop) };
  };
  await start();
  await start();
  return {
    start,
    [Symbol.dispose]: () => {
      rmSync(clusterOf(dataDir), { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
