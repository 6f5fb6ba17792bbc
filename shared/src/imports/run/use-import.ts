import { useEffect, useReducer, useRef } from 'react';
import type { ReadChoices } from '../file/read-file.ts';
import type { ImportChoices, ImportKind, ImportTypes } from './import-kind.ts';
import { importReducer, initialState, type ImportState } from './import-state.ts';
import { readFile, reviewFile, runningOf, sendAll } from './import-tasks.ts';

/** Actions of the import screen. */
export interface ImportControls<T extends ImportTypes> {
  readonly state: ImportState<T>;
  readonly chooseFile: (file: File) => void;
  /** Reads the same file again with another encoding or separator. */
  readonly reparse: (choices: ReadChoices) => void;
  readonly setChoices: (choices: ImportChoices<T>) => void;
  /** Changes an option in the review without another dry run. */
  readonly decide: (options: T['options']) => void;
  /** Runs a dry run. */
  readonly review: () => void;
  /** Starts or resumes. */
  readonly start: () => void;
  /** Stops after the current batch. */
  readonly stop: () => void;
  readonly reset: () => void;
}

/** Asks before the page is left, while an import runs. */
function useLeaveWarning(importing: boolean): void {
  useEffect(() => {
    if (!importing) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [importing]);
}

/** Runs one task at a time: `begin` cancels the previous one. Leaving the screen cancels it too. */
function useOneTask() {
  const work = useRef<AbortController | null>(null);
  useEffect(() => () => work.current?.abort(), []);
  const abort = () => work.current?.abort();
  const begin = (): AbortSignal => {
    abort();
    work.current = new AbortController();
    return work.current.signal;
  };
  return { begin, abort };
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
  const { begin, abort } = useOneTask();
  const source = useRef<File | null>(null);
  const stopWanted = useRef(false);
  useLeaveWarning(state.phase.name === 'importing');

  const read = (file: File, choices: ReadChoices) => {
    source.current = file;
    void readFile({ kind, dispatch, signal: begin() }, file, choices);
  };

  const start = async () => {
    const { file, choices } = state;
    const running = runningOf(kind, state);
    if (!file || !choices || !running) return;
    stopWanted.current = false;
    const task = { kind, dispatch, signal: begin(), stopWanted: () => stopWanted.current };
    await sendAll(task, file, choices.options, running);
    await onImported();
  };

  return {
    state,
    chooseFile: (file) => read(file, {}),
    reparse: (choices) => {
      const { file } = state;
      if (!file || !source.current) return;
      read(source.current, { encoding: file.encoding, separator: file.separator, ...choices });
    },
    setChoices: (choices) => dispatch({ type: 'choices', choices }),
    decide: (options) => {
      if (state.choices) dispatch({ type: 'decided', choices: { ...state.choices, options } });
    },
    review: () => {
      const { file, choices } = state;
      if (file && choices) void reviewFile({ kind, dispatch, signal: begin() }, file, choices);
    },
    start: () => void start(),
    stop: () => {
      stopWanted.current = true;
      dispatch({ type: 'stopping' });
    },
    reset: () => {
      abort();
      dispatch({ type: 'reset' });
    },
  };
}
