/**
 * Capacity of one machine: this version and another one alternately, with the same shop of 5,839 orders.
 *
 * node bench/room.ts --beside 11773e1 [--rounds 5] [--only lists,events,log-ins]
 *
 * The other version is a commit, for which a worktree is created and removed, or a folder with an installation of it.
 * Lists are measured in processor time of Node and PostgreSQL, which other load hardly affects; wall-clock times are
 * meaningful only on two idle cores.
 */
import { parseArgs } from 'node:util';
import { checkoutOf, openRoomShop, type RoomShop } from './support/room-shop.ts';
import { measureEvents } from './support/room-events.ts';
import { measureLists } from './support/room-lists.ts';
import { measureLogIns } from './support/room-log-ins.ts';

const SUBSCRIBERS = 50;
const { values } = parseArgs({
  options: {
    beside: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'lists,events,log-ins' },
  },
});
const rounds = Number(values.rounds);
const parts = values.only.split(',');

type Figures = Record<string, number>;
const MEASURES: Record<string, (shop: RoomShop, round: number) => Promise<Figures>> = {
  lists: measureLists,
  events: (shop) => measureEvents(shop, SUBSCRIBERS),
  'log-ins': measureLogIns,
};

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** Prints the values of all rounds for each figure. */
function print(title: string, results: ReadonlyMap<string, Figures[]>): void {
  const names = Object.keys([...results.values()][0]?.[0] ?? {});
  console.log(`\n${title}`);
  console.table(
    Object.fromEntries(
      names.map((figure) => {
        const columns = [...results].map(([version, all]) => {
          const value = median(all.map((one) => one[figure] ?? Number.NaN));
          return [version, Math.round(value * 100) / 100];
        });
        const [ours, theirs] = columns.map(([, value]) => Number(value));
        const ratio =
          ours !== undefined && theirs !== undefined
            ? { ratio: Math.round((ours / theirs) * 100) / 100 }
            : {};
        return [figure, { ...Object.fromEntries(columns), ...ratio }];
      }),
    ),
  );
}

await using stack = new AsyncDisposableStack();
const versions = [{ name: 'this', root: `${import.meta.dirname}/..` }];
if (values.beside !== undefined) {
  const other = checkoutOf(values.beside);
  stack.defer(other.remove);
  versions.push({ name: values.beside.split('/').at(-1) ?? values.beside, root: other.folder });
}
const running = Object.keys(MEASURES).filter((part) => parts.includes(part));
if (running.length > 0) {
  await using shops = new AsyncDisposableStack();
  const opened: RoomShop[] = [];
  for (const { name, root } of versions) opened.push(shops.use(await openRoomShop(name, root, SUBSCRIBERS)));
  for (const part of running) {
    const results = new Map<string, Figures[]>(opened.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const shop of opened) {
        const figures = await MEASURES[part]?.(shop, round);
        if (figures) results.get(shop.name)?.push(figures);
      }
    }
    print(part, results);
  }
}
