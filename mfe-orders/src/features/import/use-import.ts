import { useEffect, useReducer, useRef } from 'react';
import { dataErrorCode } from '@taller/shared/data/data-error.ts';
import {
  beginImport,
  checkImport,
  importBatch,
  refusedRow,
} from '@taller/shared/data/imports/import-calls.ts';
import { useQueryClient } from '@taller/shared/query';
import { convertAll } from './convert-rows.ts';
import { guessColumns } from './guess-columns.ts';
import { importReducer, INITIAL_STATE } from './import-state.ts';
import type { ImportState, Review } from './import-state.ts';
import { detectDateOrder } from './read-date.ts';
import { FileError, readImportFile } from './read-file.ts';
import type { ImportFile, ReadChoices } from './read-file.ts';
import { retryOffline } from './retry-offline.ts';
import { checkRows, EMPTY_TALLY, importRows, withCells } from './run-import.ts';
import type { ImportTally } from './run-import.ts';
import { loadChoices, saveChoices } from './saved-choices.ts';
import type { SavedChoices } from './saved-choices.ts';

/** Progress is drawn at most this often: a file of any size costs the same redraws. */
const REDRAW_MS = 50;

function guessChoices(file: ImportFile): SavedChoices {
  const mapping = guessColumns(file.header, file.rows);
  const column = mapping.created_at;
  const dates = column === undefined ? [] : file.rows.map(({ cells }) => cells[column] ?? '');
  return { mapping, values: { status: {}, equipmentType: {} }, dateOrder: detectDateOrder(dates) };
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

async function reviewOf(
  file: ImportFile,
  choices: SavedChoices,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Review> {
  const total = Math.max(1, file.rows.length);
  const options = { ...choices, now: new Date() };
  // Two halves: reading the rows, asking the server about them.
  const conversion = await convertAll(file.rows, options, (done) => onProgress(done / total / 2), signal);
  const check = await checkRows(
    conversion.ready,
    (rows) => retryOffline(() => checkImport(rows, signal), signal),
    (done) => onProgress(0.5 + done / total / 2),
  );
  const taken = withCells([], check.taken, file.rows, conversion.ready);
  const refused = [...conversion.refused, ...taken].sort((a, b) => a.line - b.line);
  return { conversion, check, refused };
}

/** What the import screen can do. */
export interface ImportControls {
  readonly state: ImportState;
  readonly chooseFile: (file: File) => void;
  /** Reads the same file again with another encoding or separator. */
  readonly readAgain: (choices: ReadChoices) => void;
  readonly setChoices: (choices: SavedChoices) => void;
  /** The dry run. */
  readonly review: () => void;
  /** Starts, or goes on after a pause. */
  readonly start: () => void;
  /** Stops after the batch that is under way. */
  readonly stop: () => void;
  readonly reset: () => void;
}

export function useImport(): ImportControls {
  const [state, dispatch] = useReducer(importReducer, INITIAL_STATE);
  const queryClient = useQueryClient();
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

  /** A new piece of work: the one before is dropped, with whatever it still reports. */
  const begin = (): AbortSignal => {
    work.current?.abort();
    work.current = new AbortController();
    return work.current.signal;
  };

  const read = async (file: File, choices: ReadChoices) => {
    const signal = begin();
    source.current = file;
    const report = throttled((progress) => {
      if (!signal.aborted) dispatch({ type: 'phase', phase: { name: 'reading', progress } });
    });
    dispatch({ type: 'phase', phase: { name: 'reading', progress: 0 } });
    try {
      const result = await readImportFile(file, { choices, onProgress: report, signal });
      if (signal.aborted) return;
      dispatch({
        type: 'file-read',
        file: result,
        choices: loadChoices(result.header) ?? guessChoices(result),
      });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof FileError)) console.error(error);
      dispatch({ type: 'file-failed', problem: error instanceof FileError ? error.problem : 'unreadable' });
    }
  };

  const review = async () => {
    const { file, choices } = state;
    if (!file) return;
    const signal = begin();
    saveChoices(file.header, choices);
    const report = throttled((progress) => {
      if (!signal.aborted) dispatch({ type: 'phase', phase: { name: 'checking', progress } });
    });
    dispatch({ type: 'phase', phase: { name: 'checking', progress: 0 } });
    try {
      const result = await reviewOf(file, choices, report, signal);
      if (!signal.aborted) dispatch({ type: 'phase', phase: { name: 'reviewed', review: result } });
    } catch (error) {
      if (signal.aborted) return;
      console.error(error);
      dispatch({ type: 'phase', phase: { name: 'setup', error: dataErrorCode(error) } });
    }
  };

  const run = async (file: ImportFile, result: Review, from: ImportTally) => {
    const signal = begin();
    stopWanted.current = false;
    const started = performance.now();
    let tally = from;
    dispatch({ type: 'phase', phase: { name: 'importing', review: result, tally, stopping: false } });
    try {
      const facts = { name: file.name, hash: file.hash, rowCount: file.rows.length };
      const batchId = await retryOffline(() => beginImport(facts), signal);
      const calls = {
        send: (rows: Parameters<typeof importBatch>[1]) =>
          retryOffline(() => importBatch(batchId, rows, signal), signal),
        refusalOf: (error: unknown) => {
          const row =
            error instanceof Error && dataErrorCode(error) === 'invalid' ? refusedRow(error.message) : null;
          return row === null || !(error instanceof Error) ? null : { row, message: error.message };
        },
      };
      for await (const sum of importRows(result.check.fresh, calls, from)) {
        if (signal.aborted) return;
        tally = sum;
        if (stopWanted.current && tally.done < result.check.fresh.length) {
          dispatch({ type: 'phase', phase: { name: 'paused', review: result, tally, error: null } });
          return;
        }
        dispatch({
          type: 'phase',
          phase: { name: 'importing', review: result, tally, stopping: stopWanted.current },
        });
      }
      const seconds = (performance.now() - started) / 1000;
      dispatch({ type: 'phase', phase: { name: 'done', review: result, tally, seconds } });
    } catch (error) {
      if (signal.aborted) return;
      console.error(error);
      dispatch({
        type: 'phase',
        phase: { name: 'paused', review: result, tally, error: dataErrorCode(error) },
      });
    } finally {
      // Lists, counts and reports: all of them may show imported orders.
      await queryClient.invalidateQueries();
    }
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
    review: () => void review(),
    start: () => {
      const { file, phase } = state;
      if (!file) return;
      if (phase.name === 'reviewed') void run(file, phase.review, EMPTY_TALLY);
      if (phase.name === 'paused') void run(file, phase.review, phase.tally);
    },
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
