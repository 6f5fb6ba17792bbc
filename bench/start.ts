/**
 * A warm start: the data folder exists and this version has been started before. Measures the time from the command
 * until GET / and GET /readyz return 200, this version and another one alternately; the fastest run of each counts,
 * since other load only slows a start down. Processor time includes every process of the start.
 *
 * node bench/start.ts --beside 11773e1 [--turns 5]
 *
 * The other version is a commit, for which a worktree is created and removed, or a folder with an installation of it.
 */
import { parseArgs } from 'node:util';
import { openWarmFolder, type Start, type WarmFolder } from './support/warm-start.ts';
import { checkoutOf } from './support/room-shop.ts';

const { values } = parseArgs({
  options: { beside: { type: 'string' }, turns: { type: 'string', default: '5' } },
});
await using stack = new AsyncDisposableStack();
const versions = [{ name: 'this', root: `${import.meta.dirname}/..` }];
if (values.beside !== undefined) {
  const other = checkoutOf(values.beside);
  stack.defer(other.remove);
  versions.push({ name: values.beside.split('/').at(-1) ?? values.beside, root: other.folder });
}
const folders: { name: string; warm: WarmFolder; starts: Start[] }[] = [];
for (const { name, root } of versions) {
  folders.push({ name, warm: stack.use(await openWarmFolder(root)), starts: [] });
}
for (let turn = 0; turn < Number(values.turns); turn += 1) {
  for (const { warm, starts } of folders) starts.push(await warm.start());
}
const least = (starts: readonly Start[], of: keyof Start) => Math.min(...starts.map((start) => start[of]));
const [ours, theirs] = folders.map(({ starts }) => starts);
console.table(
  Object.fromEntries(
    (['seconds', 'cpuSeconds'] as const).map((figure) => [
      figure,
      {
        ...Object.fromEntries(folders.map(({ name, starts }) => [name, least(starts, figure).toFixed(2)])),
        ...(ours && theirs ? { ratio: (least(ours, figure) / least(theirs, figure)).toFixed(2) } : {}),
      },
    ]),
  ),
);
for (const { name, starts } of folders)
  console.log(`${name}: ${starts.map(({ seconds }) => seconds.toFixed(2)).join(' ')}`);
