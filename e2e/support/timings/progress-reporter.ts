import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { Progress } from '@taller/release/tests/progress';

/** Prints the number of finished tests and of all tests: the list of tests has numbers only. */
export default class ProgressReporter implements Reporter {
  #progress = new Progress(0, '');

  onBegin(_: FullConfig, suite: Suite): void {
    this.#progress = new Progress(suite.allTests().length, 'pruebas');
  }

  onTestEnd(test: TestCase, { duration }: TestResult): void {
    const line = this.#progress.count(test.title, duration);
    if (line) console.log(line);
  }
}
