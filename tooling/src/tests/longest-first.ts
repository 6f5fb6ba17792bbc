import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Imports and calls of tests that start servers, clusters or tools in separate processes: they take longest. */
const STARTS_PROCESSES = /\b(?:npm-start|spawn(?:Sync)?|startServer)\b/;

/** Vitest's order with the longest files first, so that none of them is left to a single worker at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = new Map(
      sorted.map((file) => [file, STARTS_PROCESSES.test(readFileSync(file.moduleId, 'utf8'))]),
    );
    return [...sorted.filter((file) => isLong.get(file)), ...sorted.filter((file) => !isLong.get(file))];
  }
}
