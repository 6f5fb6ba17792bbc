/** State of the import screen and its transitions. Pure: `import-tasks.ts` makes the calls. */
import type { FileProblem, ImportFile } from '../file/read-file.ts';
import type { FailureCode, ImportChoices, ImportTypes, Review } from './import-kind.ts';
import type { ImportTally } from './run-import.ts';

/**
 * - `empty`: no file, or an unreadable one
 * - `reading`: the file is being parsed
 * - `setup`: columns and words are being mapped
 * - `checking`: the dry run
 * - `reviewed`: the dry run is done; nothing is imported yet
 * - `importing`: batches are being imported
 * - `paused`: stopped by the user or by an error; resumable
 * - `done`
 */
export type Phase<T extends ImportTypes> =
  | { readonly name: 'empty'; readonly problem: FileProblem | null }
  | { readonly name: 'reading'; readonly progress: number }
  | { readonly name: 'setup'; readonly error: FailureCode | null }
  | { readonly name: 'checking'; readonly progress: number }
  | { readonly name: 'reviewed'; readonly review: Review<T> }
  | ({ readonly name: 'importing'; readonly stopping: boolean } & Running<T>)
  | ({ readonly name: 'paused'; readonly error: FailureCode | null } & Running<T>)
  | ({ readonly name: 'done'; readonly seconds: number } & Running<T>);

/** An import that has been started. */
export interface Running<T extends ImportTypes> {
  readonly review: Review<T>;
  /** The rows to import, as decided when it was started. */
  readonly rows: readonly T['row'][];
  readonly tally: ImportTally<T['problem']>;
}

export interface ImportState<T extends ImportTypes> {
  readonly file: ImportFile | null;
  /** Null without a file. */
  readonly choices: ImportChoices<T> | null;
  readonly phase: Phase<T>;
}

const EMPTY = {
  file: null,
  choices: null,
  phase: { name: 'empty', problem: null },
} as const;

/** No file yet. */
export function initialState<T extends ImportTypes>(): ImportState<T> {
  return EMPTY;
}

export type ImportAction<T extends ImportTypes> =
  | { readonly type: 'reset' }
  | { readonly type: 'file-failed'; readonly problem: FileProblem }
  | { readonly type: 'file-read'; readonly file: ImportFile; readonly choices: ImportChoices<T> }
  /** Other columns or words invalidate the review. */
  | { readonly type: 'choices'; readonly choices: ImportChoices<T> }
  /** A decision in the review, which stays valid. */
  | { readonly type: 'decided'; readonly choices: ImportChoices<T> }
  | { readonly type: 'phase'; readonly phase: Phase<T> }
  | { readonly type: 'stopping' };

export function importReducer<T extends ImportTypes>(
  state: ImportState<T>,
  action: ImportAction<T>,
): ImportState<T> {
  if (action.type === 'reset') return EMPTY;
  if (action.type === 'file-failed') return { ...EMPTY, phase: { name: 'empty', problem: action.problem } };
  if (action.type === 'file-read') {
    return { file: action.file, choices: action.choices, phase: { name: 'setup', error: null } };
  }
  if (action.type === 'choices') {
    return { ...state, choices: action.choices, phase: { name: 'setup', error: null } };
  }
  if (action.type === 'decided') return { ...state, choices: action.choices };
  if (action.type === 'phase') return { ...state, phase: action.phase };
  return state.phase.name === 'importing' ? { ...state, phase: { ...state.phase, stopping: true } } : state;
}

/** The mapping with `field` on `column` (or on none); a field previously mapped to the column loses it. */
export function withColumn<T extends ImportTypes>(
  choices: ImportChoices<T>,
  field: T['field'],
  column: number | undefined,
): ImportChoices<T> {
  const others = Object.entries(choices.mapping).filter(([id, used]) => id !== field && used !== column);
  const mapping = Object.fromEntries(column === undefined ? others : [...others, [field, column]]);
  return { ...choices, mapping: mapping as ImportChoices<T>['mapping'] };
}
