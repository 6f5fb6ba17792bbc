import { describe, expect, test } from 'vitest';
import { inRoot } from '#src/workspace/root.ts';
import { describeFailures, failuresOfPlaywright, failuresOfVitest } from '#src/tests/failures.ts';

const red = (text: string) => `\u001B[31m${text}\u001B[39m`;

describe('TEST-41 the end of a run names what failed', () => {
  const units = failuresOfVitest({
    testResults: [
      {
        name: inRoot('shared/src/a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: ' A-01 passes', status: 'passed', failureMessages: [] },
          {
            fullName: ' A-02 fails',
            status: 'failed',
            failureMessages: [`${red('Error')}: uno\n    at /x/node_modules/y.js:1:1\ndos`],
          },
        ],
      },
      { name: inRoot('shared/src/b.test.ts'), status: 'failed', message: 'No loads', assertionResults: [] },
      {
        name: inRoot('shared/src/c.test.ts'),
        status: 'passed',
        message: '',
        assertionResults: [{ fullName: 'A-03 passes', status: 'passed' }],
      },
    ],
  });
  const browser = failuresOfPlaywright({
    suites: [
      {
        specs: [],
        suites: [
          {
            specs: [
              {
                title: 'B-01 runs out of time',
                file: 'x.spec.ts',
                tests: [{ results: [{ status: 'timedOut' }] }],
              },
              {
                title: 'B-02 fails',
                file: 'x.spec.ts',
                tests: [{ results: [{ status: 'failed', error: { message: 'one' } }] }],
              },
              {
                title: 'B-03 passes',
                file: 'x.spec.ts',
                tests: [{ results: [{ status: 'passed' }] }],
              },
              {
                title: 'B-04 left out',
                file: 'x.spec.ts',
                tests: [{ results: [{ status: 'skipped' }] }],
              },
            ],
          },
        ],
      },
    ],
  });

  test('TEST-41 failures are listed by file and title, with the start of the error', () => {
    expect(describeFailures([...units, ...browser])).toBe(
      [
        '',
        'Fallaron (4)',
        '✗ shared/src/a.test.ts › A-02 fails',
        '    Error: uno',
        '    dos',
        '✗ shared/src/b.test.ts',
        '    No loads',
        '✗ e2e/x.spec.ts › B-01 runs out of time',
        '    timedOut',
        '✗ e2e/x.spec.ts › B-02 fails',
        '    one',
      ].join('\n'),
    );
  });

  test('TEST-41 the more failed, the less of each error: all fit into a screen', () => {
    const many = (count: number) =>
      describeFailures(
        Array.from({ length: count }, (_, index) => ({
          file: 'x.test.ts',
          title: `test ${index}`,
          message: 'line\n'.repeat(12).trim(),
        })),
      )
        .trim()
        .split('\n');
    expect(many(3)).toHaveLength(1 + 3 * 10);
    expect(many(15)).toHaveLength(1 + 15 * 2);
    expect(many(30)).toHaveLength(1 + 30);
    expect(many(100)).toHaveLength(1 + 30);
    expect(many(100).at(-1)).toBe('… y 71 más');
  });

  test('TEST-41 a run without failures prints no list of failures', () => {
    expect(describeFailures([])).toBe('');
  });

  test('TEST-41 a long error is cut, and a long line, after which its reason still stands', () => {
    const message = `Property failed\n\nCounterexample: ${'x'.repeat(500)}\nAssertionError: one\n${'x\n'.repeat(500)}`;
    const [failure] = failuresOfVitest({
      testResults: [{ name: 'x', status: 'failed', message, assertionResults: [] }],
    });
    const lines = failure?.message.split('\n') ?? [];
    expect(lines).toHaveLength(12);
    expect(lines[1]).toBe(`Counterexample: ${'x'.repeat(144)}…`);
    expect(lines[2]).toBe('AssertionError: one');
  });
});
