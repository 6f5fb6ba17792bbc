/**
 * After how many visits a gradual publication ends by itself, and how often one of a good build does: simulated visits,
 * a tenth of them with the new build, looked at after each one, the same in each run of this file.
 *
 * Run: node bench/rollout-stop.ts [--runs 20]
 * Targets: of 20 runs of 400 visits, a build that fails in one visit of three is stopped in each, a good one in none.
 */
import { parseArgs } from 'node:util';
import { simulateRollout, type Rates } from '@taller/tooling/site/testing/simulate-rollout';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '20' } } });
const RUNS = Number(values.runs);

const median = (sorted: readonly number[]): number => {
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
};

const spread = (numbers: readonly number[]): string => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return `${sorted[0]} / ${median(sorted)} / ${sorted.at(-1)}`;
};

interface Case {
  rates: Rates;
  visits: number;
  isBroken: boolean;
}

const CASES: readonly Case[] = [
  { rates: { fresh: 1 / 3, current: 0 }, visits: 400, isBroken: true },
  { rates: { fresh: 1 / 3, current: 0.01 }, visits: 400, isBroken: true },
  { rates: { fresh: 0, current: 0 }, visits: 400, isBroken: false },
  { rates: { fresh: 0, current: 0.01 }, visits: 400, isBroken: false },
  { rates: { fresh: 0.02, current: 0.02 }, visits: 400, isBroken: false },
  { rates: { fresh: 0.1, current: 0.1 }, visits: 2000, isBroken: false },
];

const percent = (rate: number) => `${Math.round(rate * 1000) / 10} %`;

for (const { rates, visits, isBroken } of CASES) {
  const all = Array.from({ length: RUNS }, (_, run) => simulateRollout(run + 1, visits, rates));
  const stops = all.filter((stop) => stop !== null);
  const after =
    stops.length === 0
      ? ''
      : `, after ${spread(stops.map((stop) => stop.visits))} visits (min / median / max), ` +
        `${spread(stops.map(({ fresh }) => fresh))} of them with the new build`;
  console.log(
    `new build fails in ${percent(rates.fresh)}, running one in ${percent(rates.current)}, ` +
      `${visits} visits: stopped in ${stops.length} of ${RUNS} runs${after}`,
  );
  if (RUNS === 20 && stops.length !== (isBroken ? RUNS : 0)) process.exitCode = 1;
}
