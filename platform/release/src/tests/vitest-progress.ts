import { relative } from 'node:path';
import type { Reporter, TestModule, TestSpecification } from 'vitest/node';
import { Progress } from '#src/tests/progress.ts';
import { ROOT } from '#src/workspace/root.ts';

/** Vitest's own reporter says on a terminal only how far it is. */
export default class VitestProgress implements Reporter {
  #progress = new Progress(0, '');

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#progress = new Progress(specifications.length, 'archivos');
  }

  onTestModuleEnd(module: TestModule): void {
    const line = this.#progress.count(relative(ROOT, module.moduleId), module.diagnostic().duration);
    if (line) console.log(line);
  }
}
