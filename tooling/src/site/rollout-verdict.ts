/** Pages that loaded a remote, and how many of them had a failure of it. */
export interface Visits {
  visits: number;
  failed: number;
}

/** Visits of a new build below which nothing is concluded. */
export const LEAST_VISITS = 20;
/** Failed ones below which nothing is concluded: two may be one person with a broken connection. */
export const LEAST_FAILED = 3;
/**
 * How improbable a difference has to be. The counts are looked at every minute, so that the probability of stopping a
 * build that is as good as the running one is several times this.
 */
const IMPROBABLE = 0.001;

/** Share of the sum below which the terms that follow are left out. */
const NEGLIGIBLE = 1e-12;
/** What a running build of which too few visits are known is taken for. */
const ASSUMED: Visits = { visits: 100, failed: 1 };

/** Natural logarithm of n!: counted for small numbers, else Stirling's series (DLMF 5.11.1), to ten digits. */
function logFactorial(n: number): number {
  if (n < 32) {
    let sum = 0;
    for (let factor = 2; factor <= n; factor += 1) sum += Math.log(factor);
    return sum;
  }
  return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3);
}

const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/**
 * Fisher's exact test, one-sided: how probable it is that at least as many of the new build's visits fail if both
 * builds fail equally often.
 */
export function probabilityOf(fresh: Visits, current: Visits): number {
  const all = fresh.visits + current.visits;
  const failed = fresh.failed + current.failed;
  const whole = logChoose(all, failed);
  const expected = (failed * fresh.visits) / all;
  let sum = 0;
  for (let count = fresh.failed; count <= Math.min(failed, fresh.visits); count += 1) {
    if (failed - count > current.visits) continue;
    const term = Math.exp(logChoose(fresh.visits, count) + logChoose(current.visits, failed - count) - whole);
    sum += term;
    // Beyond the expected count terms only become smaller; millions of visits must not take seconds.
    if (count > expected && term < sum * NEGLIGIBLE) break;
  }
  return Math.min(1, sum);
}

const NUMBER = new Intl.NumberFormat('es-CL');
const counted = ({ visits, failed }: Visits): string =>
  `${NUMBER.format(failed)} de ${NUMBER.format(visits)} visitas`;

/**
 * Why a new build is to be stopped, in Spanish; null if there is no reason. It fails at least twice as often as the
 * running one, in at least {@link LEAST_FAILED} of at least {@link LEAST_VISITS} visits, and chance makes such a
 * difference less than once in a thousand times.
 */
export function rolloutVerdict(fresh: Visits, current: Visits): string | null {
  if (fresh.visits < LEAST_VISITS || fresh.failed < LEAST_FAILED) return null;
  const isKnown = current.visits >= LEAST_VISITS;
  const compared = isKnown ? current : ASSUMED;
  if (fresh.failed / fresh.visits < (2 * compared.failed) / compared.visits) return null;
  if (probabilityOf(fresh, compared) >= IMPROBABLE) return null;
  const published = isKnown ? `, y la versión publicada en ${counted(current)}` : '';
  return `falló en ${counted(fresh)}${published}.`;
}
