/** The checklists of a device at reception and delivery (REC-20), and the comparison of two of them. */
import { nameKey } from '#src/values/name-key.ts';

/** When a list is filled in. */
export const CHECKLIST_MOMENTS = ['reception', 'delivery'] as const;
export type ChecklistMoment = (typeof CHECKLIST_MOMENTS)[number];

export const RESULTS = ['works', 'fails', 'untested'] as const;
export type Result = (typeof RESULTS)[number];

export interface Point {
  label: string;
  result: Result;
}

/** Keeps its id from reception to delivery. */
export interface Accessory {
  id: string;
  label: string;
}

/** The points and accessories that somebody fills in. */
export interface Lists {
  points: Point[];
  accessories: Accessory[];
}

/** Points to be tried, none of which was; what is known of one of the same name stays. */
export function pointsToTry(labels: readonly string[], known: readonly Point[] = []): Point[] {
  const results = new Map(known.map(({ label, result }) => [nameKey(label), result]));
  return labels.map((label) => ({ label, result: results.get(nameKey(label)) ?? 'untested' }));
}

/** All work; where some fail those stay, and the others work. */
export const allWork = (points: readonly Point[]): Point[] =>
  points.map((point) => (point.result === 'fails' ? point : { ...point, result: 'works' }));

/** How many points there are of each result. */
export function countResults(points: readonly Point[]): Readonly<Record<Result, number>> {
  const counts = { works: 0, fails: 0, untested: 0 };
  for (const { result } of points) counts[result] += 1;
  return counts;
}

export interface ComparedPoint {
  label: string;
  /** Null: was not asked at this moment. */
  before: Result | null;
  after: Result | null;
  /** A point that was not tried differs from nothing. */
  change: 'broke' | 'repaired' | null;
}

/** The points of both moments in their order, those of the delivery alone at the end. */
export function comparePoints(reception: readonly Point[], delivery: readonly Point[]): ComparedPoint[] {
  const after = new Map(delivery.map(({ label, result }) => [nameKey(label), result]));
  const asked = new Set(reception.map(({ label }) => nameKey(label)));
  const both = reception.map(({ label, result: before }): ComparedPoint => {
    const result = after.get(nameKey(label)) ?? null;
    const isBroken = before === 'works' && result === 'fails';
    const isRepaired = before === 'fails' && result === 'works';
    return { label, before, after: result, change: isBroken ? 'broke' : isRepaired ? 'repaired' : null };
  });
  const added = delivery.filter(({ label }) => !asked.has(nameKey(label)));
  return [
    ...both,
    ...added.map(({ label, result }) => ({ label, before: null, after: result, change: null })),
  ];
}

export interface Merged {
  lists: Lists;
  /** Points that both changed, otherwise: the own result stays. */
  clashes: { label: string; mine: Result; theirs: Result }[];
}

/** Joins what two people made of one list (REC-23): what one of them changed is taken over. */
export function mergeLists(base: Lists, mine: Lists, theirs: Lists): Merged {
  const resultsOf = ({ points }: Lists) =>
    new Map(points.map(({ label, result }) => [nameKey(label), result] as const));
  const [before, other] = [resultsOf(base), resultsOf(theirs)];
  const clashes: Merged['clashes'] = [];
  const points = mine.points.map((point): Point => {
    const key = nameKey(point.label);
    const result = other.get(key);
    if (result === undefined || result === point.result) return point;
    const untouched = before.get(key) ?? 'untested';
    if (point.result === untouched) return { ...point, result };
    if (result !== untouched) clashes.push({ label: point.label, mine: point.result, theirs: result });
    return point;
  });
  const have = new Set(mine.points.map(({ label }) => nameKey(label)));
  points.push(
    ...theirs.points.filter(({ label }) => !have.has(nameKey(label)) && !before.has(nameKey(label))),
  );
  return { lists: { points, accessories: mergeAccessories(base, mine, theirs) }, clashes };
}

/** Merges two edits of the accessories: additions and removals of either side hold. */
function mergeAccessories(base: Lists, mine: Lists, theirs: Lists): Accessory[] {
  const keys = ({ accessories }: Lists) => new Set(accessories.map(({ label }) => nameKey(label)));
  const [before, own, other] = [keys(base), keys(mine), keys(theirs)];
  const stay = theirs.accessories.filter(
    ({ label }) => own.has(nameKey(label)) || !before.has(nameKey(label)),
  );
  const added = mine.accessories.filter(
    ({ label }) => !other.has(nameKey(label)) && !before.has(nameKey(label)),
  );
  return [...stay, ...added];
}

/** Accessories that came with the device and did not go out with it. */
export const keptAccessories = (reception: Lists, delivery: Lists): Accessory[] =>
  reception.accessories.filter(({ id }) => !delivery.accessories.some((given) => given.id === id));

/** Names typed one after another, of which each is one accessory; those that are there already are left out. */
export function withTyped(accessories: readonly Accessory[], typed: string): Accessory[] {
  const all = [...accessories];
  for (const label of typed.split(/[,;\n]/).map((name) => name.trim().replaceAll(/\s+/g, ' ')))
    if (label && !all.some((accessory) => nameKey(accessory.label) === nameKey(label)))
      all.push({ id: crypto.randomUUID(), label });
  return all;
}
