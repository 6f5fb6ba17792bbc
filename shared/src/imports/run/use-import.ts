import { useEffect, useReducer, useRef, type Dispatch } from 'react';
import { convertAll } from '../file/convert-rows.ts';
import { guessColumns } from '../file/guess-columns.ts';
import { FileError, readImportFile } from '../file/read-file.ts';
import type { ImportFile, ReadChoices } from '../file/read-file.ts';
import type { ImportChoices, ImportKind, ImportTypes, Review } from './import-kind.ts';
import { importReducer, initialState } from './import-state.ts';
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

/** Actions of the import screen. */
export interface ImportControls<T extends ImportTypes> {
  readonly state: ImportState<T>;
  readonly chooseFile: (file: File) => void;
  /** Reads the same file again with another encoding or separator. */
  readonly readAgain: (choices: ReadChoices) => void;
  readonly setChoices: (choices: ImportChoices<T>) => void;
  /** Changes an option in the review without another dry run. */
  readonly decide: (options: T['options']) => void;
  /** The dry run. */
  readonly review: () => void;
  /** Starts or resumes. */
  readonly start: () => void;
  /** Stops after the current batch. */
  readonly stop: () => void;
  readonly reset: () => void;
}

/** Sends the remaining batches until all are imported, the user stops, or the server fails. */
async function sendAll<T extends ImportTypes>(
  kind: ImportKind<T>,
  file: ImportFile,
  options: T['options'],
  running: Running<T>,
  work: { signal: AbortSignal; stopWanted: () => boolean; dispatch: Dispatch<ImportAction<T>> },
): Promise<void> {
  const { calls } = kind;
  const { signal, stopWanted, dispatch } = work;
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

/**
 * The state and actions of an import of this kind.
 * @param onImported called after every run, also after failures, to invalidate cached data.
 */
export function useImport<T extends ImportTypes>(
  kind: ImportKind<T>,
  onImported: () => Promise<unknown>,
): ImportControls<T> {
  const [state, dispatch] = useReducer(importReducer<T>, initialState<T>());
  const work = useRef<AbortController | null>(null);
  const source = useRef<File | null>(null);
  const stopWanted = useRef(false);

  useEffect(() => () => work.current?.abort(), []);

  const importing = state.phase.name === 'importing';
  useEffect(() => {
    if (!importing) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [importing]);

  /** Starts a new task and cancels the previous one, whose results are ignored. */
  const begin = (): AbortSignal => {
    work.current?.abort();
    work.current = new AbortController();
    return work.current.signal;
  };

  const read = async (file: File, choices: ReadChoices) => {
    const signal = begin();
    source.current = file;
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
  };

  const review = async () => {
    const { file, choices } = state;
    if (!file || !choices) return;
    const signal = begin();
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
  };

  const start = async () => {
    const { file, choices, phase } = state;
    if (!file || !choices || (phase.name !== 'reviewed' && phase.name !== 'paused')) return;
    const signal = begin();
    stopWanted.current = false;
    const running =
      phase.name === 'paused'
        ? phase
        : {
            review: phase.review,
            rows: wantedRows(kind, phase.review, choices.options),
            tally: EMPTY_TALLY,
          };
    await sendAll(kind, file, choices.options, running, {
      signal,
      stopWanted: () => stopWanted.current,
      dispatch,
    });
    await onImported();
  };

  return {
    state,
    chooseFile: (file) => void read(file, {}),
    readAgain: (choices) => {
      const { file } = state;
      if (!file || !source.current) return;
      void read(source.current, { encoding: file.encoding, separator: file.separator, ...choices });
    },
    setChoices: (choices) => dispatch({ type: 'choices', choices }),
    decide: (options) => {
      if (state.choices) dispatch({ type: 'decided', choices: { ...state.choices, options } });
    },
    review: () => void review(),
    start: () => void start(),
    stop: () => {
      stopWanted.current = true;
      dispatch({ type: 'stopping' });
    },
    reset: () => {
      work.current?.abort();
      dispatch({ type: 'reset' });
    },
  };
}
