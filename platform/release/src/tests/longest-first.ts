import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Imports and calls of tests that start servers, clusters or tools in separate processes: they take longest. */
export const STARTS_PROCESSES = /\b(?:npm-start|spawn(?:Sync)?|startServer)\b/;
/** A file's own environment. */
const ENVIRONMENT = /@vitest-environment (?<name>\S+)/;

/**
 * Vitest's order with the longest files first, so that none of them is left to a single worker at the end, and then the
 * files of one environment together: a worker ends when the next file needs another one, and all modules are loaded
 * again.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groups = new Map<string, TestSpecification[]>([['', []]]);
    for (const file of await super.sort(files)) {
      const text = readFileSync(file.moduleId, 'utf8');
      const environment = ENVIRONMENT.exec(text)?.groups?.name ?? 'node';
      const group = STARTS_PROCESSES.test(text) ? '' : `${file.project.name} ${environment}`;
      groups.set(group, [...(groups.get(group) ?? []), file]);
    }
    return [...groups.values()].flat();
  }
}
