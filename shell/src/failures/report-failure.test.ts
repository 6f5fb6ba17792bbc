// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import type { ReportedFailure } from '@taller/shared/system-status/report-part-failures.ts';
import type * as ReportFailure from './report-failure.ts';

let sent: ReportedFailure[];
let reportFailure: typeof ReportFailure.reportFailure;
beforeEach(async () => {
  sent = [];
  vi.stubGlobal('__SHELL_BUILD__', 'shell1');
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockReturnValue();
  vi.resetModules();
  vi.doMock('@taller/shared/system-status/report-part-failures.ts', () => ({
    reportPartFailures: async (failures: ReportedFailure[]) => void sent.push(...failures),
  }));
  ({ reportFailure } = await import('./report-failure.ts'));
});

const FRAME = '    at x (http://localhost:3000/remotes/mfe-orders/ab12/routes-AbC1.js:1:2034)';
/** The report of an error with the message, thrown by a remote's script. */
function reported(message: string): ReportedFailure | undefined {
  const error = new Error(message);
  error.stack = `Error: ${message}\n${FRAME}`;
  reportFailure('uncaught', error);
  vi.runAllTimers();
  return sent.at(-1);
}

test('SHELL-42 a failure is that of the remote whose script is first in the stack', () => {
  expect(reported('x')).toEqual({
    part: 'mfe-orders',
    build: 'ab12',
    kind: 'uncaught',
    error: 'Error: x',
    frames: '/remotes/mfe-orders/ab12/routes-AbC1.js:1:2034',
  });
});

test('SHELL-42 a failure without a text does not make the database refuse the page’s other failures', () => {
  reportFailure('caught', '', 'mfe-orders/routes');
  reportFailure('caught', null, 'mfe-orders/routes');
  vi.runAllTimers();
  expect(sent.map(({ error }) => error)).toEqual(['(sin texto)', 'null']);
});

test('SHELL-42 a failure with characters that no database accepts (a lone surrogate, NUL) does not make it refuse the others', () => {
  const { error = '' } = reported(`a\0b ${'x'.repeat(1987)}😀`) ?? {};
  expect([/\p{Cs}/u.test(error), error.includes('\0'), error.length <= 2000]).toEqual([false, false, true]);
});

test('SHELL-70 failures of a remote under development are not reported, even if the shell called it', () => {
  const error = new Error('x');
  error.stack = `Error: x\n    at y (http://127.0.0.1:5445/_local/src/desk.tsx:3:9)\n${FRAME}`;
  reportFailure('uncaught', error);
  vi.runAllTimers();
  expect(sent).toEqual([]);
});

test('SHELL-42 a quotation that is cut off is not kept', () => {
  const error = reported(`no es JSON: "${'Ana Pérez, '.repeat(300)}" y más`)?.error;
  expect(error).toBe('Error: no es JSON: «…» y más');
  expect(reported(`no es JSON: "${'Ana Pérez, '.repeat(300)}`)?.error).toBe('Error: no es JSON: «…»');
  expect(reported("Can't read x")?.error).toBe("Error: Can't read x");
});

test('SHELL-42 only the beginning of a message of a megabyte is read', () => {
  const data = `${'A'.repeat(40)}/`.repeat(25_000);
  const error = new Error(data);
  // Nothing past what is kept is looked at: a quotation in the last kilobyte would have been replaced.
  error.stack = `Error: data:image/png;base64,${data}\n${FRAME}`;
  reportFailure('uncaught', error);
  vi.runAllTimers();
  expect(sent).toHaveLength(1);
});

test('SHELL-72 a file that the shell refused is reported as a failure of its remote', () => {
  const error = new Error('https://cdn.example/mfe-public/cd34/a.js is not what was published');
  error.stack = `Error: x\n    at y (http://localhost:3000/assets/index-AbC1.js:1:2)`;
  reportFailure('caught', error);
  vi.runAllTimers();
  expect(sent).toMatchObject([{ part: 'mfe-public', build: 'cd34', kind: 'caught' }]);
});

const at = (script: string, column: number) => `    at x (http://localhost:3000${script}:1:${column})`;

test('SHELL-42 the frames end with the components around it: the nearest, and the page', () => {
  const error = new Error('x');
  const script = '/remotes/mfe-orders/ab12/shared-AbC1.js';
  error.stack = ['Error: x', ...Array.from({ length: 10 }, (_, depth) => at(script, depth))].join('\n');
  const around = Array.from({ length: 9 }, (_, depth) => at(script, 100 + depth));
  const components = ['', ...around, '    at main', at('/assets/index-AbC1.js', 7)].join('\n');
  reportFailure('caught', error, 'mfe-orders/routes', components);
  reportFailure('caught', new Error('y'), 'mfe-orders/routes', around.slice(0, 4).join('\n'));
  vi.runAllTimers();
  const columns = sent.map(({ frames }) =>
    frames.split('\n').map((frame) => Number(frame.split(':').at(-1))),
  );
  expect(columns[0]).toEqual([0, 1, 2, 3, 4, 100, 101, 102, 107, 108]);
  expect(columns[1]?.slice(-4)).toEqual([100, 101, 102, 103]);
});

test('SHELL-42 a thrown value that is not an Error is attributed to the part shown', () => {
  history.replaceState(null, '', '/servicios');
  reportFailure('uncaught', 'no llegó');
  reportFailure('uncaught', { code: 'PGRST301', message: 'venció' });
  // A script of another origin, and an error without a place, as browsers' extensions have them.
  reportFailure('uncaught', null);
  reportFailure('uncaught', undefined);
  reportFailure('uncaught', Object.assign(new Error('ajeno'), { stack: 'Error: ajeno' }));
  vi.runAllTimers();
  expect(sent.map(({ part, error, frames }) => [part, error, frames])).toEqual([
    ['mfe-public/routes', 'no llegó', ''],
    ['mfe-public/routes', 'venció', ''],
  ]);
});
