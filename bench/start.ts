/**
 * A warm start: the folder has its data and the machine has started this version before. With the cache of compiled
 * code, which `npm start` uses, beside without it, taking turns; the fastest of each counts, since other work only
 * makes a start slower.
 *
 *     node bench/start.ts [--turns 5]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { npmStart } from '@taller/server/testing/npm-start.ts';

const { values } = parseArgs({ options: { turns: { type: 'string', default: '5' } } });
const folder = mkdtempSync(join(tmpdir(), 'taller-start-'));
const dataDir = join(folder, 'data');

/** Milliseconds from the command to the first answer, the stop not counted. */
async function start(env: Record<string, string>): Promise<number> {
  Object.assign(process.env, env);
  const from = performance.now();
  await using shop = await npmStart({ dataDir });
  const took = performance.now() - from;
  for (const name of Object.keys(env)) delete process.env[name];
  return shop.port > 0 ? took : Number.NaN;
}

try {
  await start({});
  const cached: number[] = [];
  const compiled: number[] = [];
  for (let turn = 0; turn < Number(values.turns); turn += 1) {
    cached.push(await start({}));
    compiled.push(await start({ NODE_DISABLE_COMPILE_CACHE: '1' }));
  }
  const [best, without] = [Math.min(...cached), Math.min(...compiled)];
  const text = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  console.log(
    `warm start ${text(best)}, without the cache ${text(without)}: ratio ${(best / without).toFixed(2)}`,
  );
  console.log(`all: ${cached.map(text).join(' ')} | ${compiled.map(text).join(' ')}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
