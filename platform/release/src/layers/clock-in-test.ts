/** The AST nodes of calls and members. */
interface Part {
  type: string;
  name?: string;
  value?: unknown;
  object?: Part;
  property?: Part;
  key?: Part;
  properties?: readonly Part[];
}
export interface TimedNode {
  callee: Part;
  arguments: readonly Part[];
}

/** Shortest time-out in ms: it only ends tests that hang, since a busy machine may be slow. */
const LEAST_MS = 60_000;
const MATCHER = /^toBe(?:Less|Greater)Than(?:OrEqual)?$/;
const WAITING = new Set(['waitFor', 'waitUntil', 'poll']);
/** Calls of Playwright that take a time-out among their options. */
const LIMITED = /^(?:to[A-Z]\w*|waitFor\w*|click|fill|press)$/;

/** Functions whose last argument, or one of whose options, ends them. */
const TESTS = new Set(['test', 'it', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach']);

const OWN_LIMIT = 'The time-out of tests has one home: vitest.config.ts.';
const NO_SLEEP = 'No test sleeps: wait for what is to happen.';

/** Checks that a test imports no sleep. @returns the violation, or null. */
export const importedSleep = (source: unknown): string | null =>
  source === 'node:timers/promises' ? NO_SLEEP : null;

/**
 * Checks that a call in a test does not depend on the machine's speed.
 * @param textOf returns the source of a node.
 * @returns the violation, or null.
 */
export function askedClock(node: TimedNode, textOf: (node: unknown) => string): string | null {
  const { callee, arguments: given } = node;
  if (callee.type === 'Identifier' && TESTS.has(callee.name ?? ''))
    return given.some((option) => limitOf(option) !== undefined) ? OWN_LIMIT : null;
  if (callee.type !== 'MemberExpression') return null;
  const { object, property } = callee;
  const name = property?.name ?? '';
  if (object?.name === 'performance' && name === 'now')
    return 'No test asks the clock: expect what happened, or make it a benchmark (bench/).';
  if (MATCHER.test(name) && /\bDate\.now\(\)/.test(textOf(node)))
    return 'No test asks the clock: compare with a time that was taken before.';
  if (name === 'waitForTimeout') return NO_SLEEP;
  const isShortOption =
    LIMITED.test(name) && given.some((option) => (timeoutOf(option) ?? LEAST_MS) < LEAST_MS);
  if (!WAITING.has(name) && !isShortOption) return null;
  const limit = given
    .slice(1)
    .map(limitOf)
    .find((ms) => ms !== undefined);
  // Without a limit Vitest's waitFor and waitUntil give up after a second.
  const isShort = limit === undefined ? object?.name === 'vi' && given.length < 2 : limit < LEAST_MS;
  return isShort || isShortOption ? `A time-out only ends what hangs: at least ${LEAST_MS} ms.` : null;
}

function timeoutOf({ properties = [] }: Part): number | undefined {
  const timeout = properties.find(({ key }) => key?.name === 'timeout')?.value as Part | undefined;
  return typeof timeout?.value === 'number' ? timeout.value : undefined;
}

/** The limit that an argument gives: a number, or an object with a `timeout`. */
const limitOf = (option: Part): number | undefined =>
  typeof option.value === 'number' ? option.value : timeoutOf(option);
