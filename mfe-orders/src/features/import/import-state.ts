/** What the import screen knows, and how it changes. Pure: the calls are in `use-import.ts`. */
import type { DataErrorCode } from '@taller/shared/data/data-error.ts';
import type { Conversion, RefusedRow } from './convert-rows.ts';
import type { FieldId } from './fields.ts';
import type { FileProblem, ImportFile } from './read-file.ts';
import type { CheckResult, ImportTally } from './run-import.ts';
import type { SavedChoices } from './saved-choices.ts';

/** The dry run's answer. */
export interface Review {
  readonly conversion: Conversion;
  readonly check: CheckResult;
  /** All rows that stay out, in the file's order. */
  readonly refused: readonly RefusedRow[];
}

/**
 * - `empty`: no file, or one that cannot be read
 * - `reading`: the file is being parsed
 * - `setup`: columns and words are being set
 * - `checking`: the dry run
 * - `reviewed`: the dry run is done; nothing is imported yet
 * - `importing`: batches are going in
 * - `paused`: stopped by the person or by an error; goes on where it was
 * - `done`
 */
export type Phase =
  | { readonly name: 'empty'; readonly problem: FileProblem | null }
  | { readonly name: 'reading'; readonly progress: number }
  | { readonly name: 'setup'; readonly error: DataErrorCode | null }
  | { readonly name: 'checking'; readonly progress: number }
  | { readonly name: 'reviewed'; readonly review: Review }
  | {
      readonly name: 'importing';
      readonly review: Review;
      readonly tally: ImportTally;
      readonly stopping: boolean;
    }
  | {
      readonly name: 'paused';
      readonly review: Review;
      readonly tally: ImportTally;
      readonly error: DataErrorCode | null;
    }
  | { readonly name: 'done'; readonly review: Review; readonly tally: ImportTally; readonly seconds: number };

export interface ImportState {
  readonly file: ImportFile | null;
  readonly choices: SavedChoices;
  readonly phase: Phase;
}

export const NO_CHOICES: SavedChoices = {
  mapping: {},
  values: { status: {}, equipmentType: {} },
  dateOrder: 'dmy',
};

export const INITIAL_STATE: ImportState = {
  file: null,
  choices: NO_CHOICES,
  phase: { name: 'empty', problem: null },
};

export type ImportAction =
  | { readonly type: 'reset' }
  | { readonly type: 'file-failed'; readonly problem: FileProblem }
  | { readonly type: 'file-read'; readonly file: ImportFile; readonly choices: SavedChoices }
  | { readonly type: 'choices'; readonly choices: SavedChoices }
  | { readonly type: 'phase'; readonly phase: Phase }
  | { readonly type: 'stopping' };

export function importReducer(state: ImportState, action: ImportAction): ImportState {
  if (action.type === 'reset') return INITIAL_STATE;
  if (action.type === 'file-failed') {
    return { ...INITIAL_STATE, phase: { name: 'empty', problem: action.problem } };
  }
  if (action.type === 'file-read') {
    return { file: action.file, choices: action.choices, phase: { name: 'setup', error: null } };
  }
  // A review of other columns is no review.
  if (action.type === 'choices') {
    return { ...state, choices: action.choices, phase: { name: 'setup', error: null } };
  }
  if (action.type === 'phase') return { ...state, phase: action.phase };
  return state.phase.name === 'importing' ? { ...state, phase: { ...state.phase, stopping: true } } : state;
}

/** The mapping with `field` on `column` (or on none); the column's former field loses it. */
export function withColumn(choices: SavedChoices, field: FieldId, column: number | undefined): SavedChoices {
  const others = Object.entries(choices.mapping).filter(([id, used]) => id !== field && used !== column);
  const mapping = Object.fromEntries(column === undefined ? others : [...others, [field, column]]);
  return { ...choices, mapping };
}
