/* oxlint-disable eslint/no-console -- Its table is what it is for. */
import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import { ProcessorTime } from './processor-time.ts';

/** The category of a step, by title: those of `timed`, then Playwright's own. */
const KINDS: readonly [kind: string, pattern: RegExp][] = [
  ['servidores', /^server$/],
  ['inicios de sesión', /^sign-in$/],
  ['axe', /^axe$/],
  ['inicios de Chromium', /^Launch browser/],
  ['contextos y páginas nuevas', /^(?:Create|Close) (?:context|page)/],
  ['cargas de páginas', /^(?:Navigate|Reload|Go )/],
  ['esperas', /^(?:Expect|Wait for)/],
  ['teclado y puntero', /^(?:Click|Double|Fill|Press|Type|Select|Check|Uncheck|Hover|Set input|Focus)/],
];

/** Sums up steps by category; only the outermost categorised step counts. */
function addUp(steps: readonly TestStep[], sums: Map<string, number>): void {
  for (const step of steps) {
    const [kind] = KINDS.find(([, pattern]) => pattern.test(step.title)) ?? [];
    if (kind === undefined) addUp(step.steps, sums);
    else sums.set(kind, (sums.get(kind) ?? 0) + step.duration);
  }
}

/** Reports what the browser tests spend their time on: by category, and by program in processor time. */
export default class TimingsReporter implements Reporter {
  readonly #processors = new ProcessorTime();
  readonly #sums = new Map<string, number>();
  readonly #started = Date.now();
  #tests = 0;
  #total = 0;

  onTestEnd(_test: TestCase, result: TestResult): void {
    this.#tests += 1;
    this.#total += result.duration;
    addUp(result.steps, this.#sums);
  }

  onEnd(): void {
    const named = [...this.#sums.values()].reduce((sum, ms) => sum + ms, 0);
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1).padStart(8)} s`;
    const table = (title: string, rows: readonly (readonly [string, number])[]) => {
      console.log(`\n${title}`);
      for (const [name, ms] of rows.toSorted((a, b) => b[1] - a[1])) console.log(`${seconds(ms)}  ${name}`);
    };
    table(`Pruebas en el navegador: ${this.#tests}, ${seconds(Date.now() - this.#started).trim()}. En qué`, [
      ...this.#sums,
      ['el resto', Math.max(0, this.#total - named)],
    ]);
    table(
      'Tiempo de procesador',
      [...this.#processors.stop()].map(([name, value]) => [name, value * 1000]),
    );
  }

  printsToStdio(): boolean {
    return false;
  }
}
