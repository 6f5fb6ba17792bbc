import type { Dispatch } from 'react';
import { convertAll } from '../file/convert-rows.ts';
import { guessColumns } from '../file/guess-columns.ts';
import { FileError, readImportFile } from '../file/read-file.ts';
import type { ImportFile, ReadChoices } from '../file/read-file.ts';
import type { ImportChoices, ImportKind, ImportTypes, Review } from './import-kind.ts';
import type { ImportAction, ImportState, Running } from './import-state.ts';
import { retryOffline } from './retry-offline.ts';
import { checkRows, EMPTY_TALLY, importRows, withCells } from './run-import.ts';
import { loadChoices, saveChoices } from './saved-choices.ts';

/** Progress updates are throttled: the number of renders does not depend on the file size. */
const REDRAW_MS = 50;

function guessChoices<T extends ImportTypes>(kind: ImportKind<T>, file: ImportFile): ImportChoices<T> {
  const mapping = guessColumns(kind.fields, file.header, file.rows);
  return { mapping, options: kind.guessOptions(file, mapping) };
}

function throttled(report: (done: number) => void): (done: number) => void {
  let last = 0;
  return (done) => {
    const now = performance.now();
    if (now - last < REDRAW_MS) return;
    last = now;
    report(done);
  };
}

async function reviewOf<T extends ImportTypes>(
  kind: ImportKind<T>,
  file: ImportFile,
  choices: ImportChoices<T>,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Review<T>> {
  const total = Math.max(1, file.rows.length);
  const { calls } = kind;
  // Two halves: converting the rows, checking them on the server.
  const conversion = await convertAll<T['row'], T['problem'], T['warning']>(
    file.rows,
    kind.converter(choices),
    (done) => onProgress(done / total / 2),
    signal,
    kind.secretFields?.map((field) => choices.mapping[field]),
  );
  const check = await checkRows<T>(
    conversion.ready,
    (rows) => retryOffline(() => calls.check(file, rows, signal), calls.failureOf, signal),
    kind.verdict,
    (done) => onProgress(0.5 + done / total / 2),
  );
  const late = withCells(check.refused, file.rows);
  const refused = [...conversion.refused, ...late].sort((a, b) => a.line - b.line);
  return { conversion, check, refused };
}

/** The reviewed rows that are imported with these options. */
export function wantedRows<T extends ImportTypes>(
  kind: ImportKind<T>,
  { check }: Review<T>,
  options: T['options'],
): readonly T['row'][] {
  return check.fresh.filter((row) => kind.wanted(row, check.outcomes.get(row.row) ?? 'new', options));
}

/** Context of an import task. Results of an aborted task are ignored. */
interface Task<T extends ImportTypes> {
  readonly kind: ImportKind<T>;
  readonly dispatch: Dispatch<ImportAction<T>>;
  readonly signal: AbortSignal;
}

/** Reads a file, and guesses what its columns are unless they are known from an earlier import. */
export async function readFile<T extends ImportTypes>(
  { kind, dispatch, signal }: Task<T>,
  file: File,
  choices: ReadChoices,
): Promise<void> {
  const onProgress = throttled((progress) => {
    if (!signal.aborted) dispatch({ type: 'phase', phase: { name: 'reading', progress } });
  });
  dispatch({ type: 'phase', phase: { name: 'reading', progress: 0 } });
  try {
    const result = await readImportFile(file, { fields: kind.fields, choices, onProgress, signal });
    if (signal.aborted) return;
    dispatch({
      type: 'file-read',
      file: result,
      choices: loadChoices(kind, result.header) ?? guessChoices(kind, result),
    });
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof FileError)) console.error(error);
    dispatch({ type: 'file-failed', problem: error instanceof FileError ? error.problem : 'unreadable' });
  }
}

/** The dry run. */
export async function reviewFile<T extends ImportTypes>(
  { kind, dispatch, signal }: Task<T>,
  file: ImportFile,
  choices: ImportChoices<T>,
): Promise<void> {
  saveChoices(kind, file.header, choices);
  const report = throttled((progress) => {
    if (!signal.aborted) dispatch({ type: 'phase', phase: { name: 'checking', progress } });
  });
  dispatch({ type: 'phase', phase: { name: 'checking', progress: 0 } });
  try {
    const result = await reviewOf(kind, file, choices, report, signal);
    if (!signal.aborted) dispatch({ type: 'phase', phase: { name: 'reviewed', review: result } });
  } catch (error) {
    if (signal.aborted) return;
    console.error(error);
    dispatch({ type: 'phase', phase: { name: 'setup', error: kind.calls.failureOf(error) } });
  }
}

/** The state in which an import starts after its review, or resumes; null in any other phase. */
export function runningOf<T extends ImportTypes>(
  kind: ImportKind<T>,
  { phase, choices }: Pick<ImportState<T>, 'phase' | 'choices'>,
): Running<T> | null {
  if (phase.name === 'paused') return phase;
  if (phase.name !== 'reviewed' || !choices) return null;
  const { review } = phase;
  return { review, rows: wantedRows(kind, review, choices.options), tally: EMPTY_TALLY };
}

/** Sends the remaining batches until all are imported, the user stops, or the server fails. */
export async function sendAll<T extends ImportTypes>(
  { kind, dispatch, signal, stopWanted }: Task<T> & { stopWanted: () => boolean },
  file: ImportFile,
  options: T['options'],
  running: Running<T>,
): Promise<void> {
  const { calls } = kind;
  const { review, rows } = running;
  const started = performance.now();
  let { tally } = running;
  const show = (phase: Extract<ImportAction<T>, { type: 'phase' }>['phase']) =>
    dispatch({ type: 'phase', phase });
  show({ name: 'importing', review, rows, tally, stopping: false });
  try {
    const send = await retryOffline(() => calls.begin(file, options, signal), calls.failureOf, signal);
    const batches = importRows<T['row'], T['problem']>(
      rows,
      {
        batchSize: kind.batchSize,
        send: (batch) => retryOffline(() => send(batch), calls.failureOf, signal),
        verdict: kind.verdict,
        refusalOf: (error) => {
          const row = calls.refusedRow(error);
          return row === null || !(error instanceof Error)
            ? null
            : { row, problem: kind.serverProblem(error.message) };
        },
      },
      tally,
    );
    for await (const sum of batches) {
      if (signal.aborted) return;
      tally = sum;
      if (stopWanted() && tally.done < rows.length) {
        show({ name: 'paused', review, rows, tally, error: null });
        return;
      }
      show({ name: 'importing', review, rows, tally, stopping: stopWanted() });
    }
    show({ name: 'done', review, rows, tally, seconds: (performance.now() - started) / 1000 });
  } catch (error) {
    if (signal.aborted) return;
    console.error(error);
    show({ name: 'paused', review, rows, tally, error: calls.failureOf(error) });
  }
}
