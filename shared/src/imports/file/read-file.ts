/** Reads a dropped file into a table with headings. */
import { decodeFile, isBinary } from './decode.ts';
import type { Encoding } from './decode.ts';
import { findHeaderRow } from './guess-columns.ts';
import { detectSeparator, parseTable } from './parse-table.ts';
import type { Separator, TableRow } from './parse-table.ts';
import type { ImportField } from './import-field.ts';
import { contentKey, sha256 } from './row-key.ts';

/** Larger files are unlikely to be a shop's list, and a phone would run out of memory. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** A parsed file. */
export interface ImportFile {
  readonly name: string;
  readonly size: number;
  /** SHA-256 of the bytes: identifies the file to the server. */
  readonly hash: string;
  /** The same for the content of the rows, independent of encoding and separator: 32 hexadecimal digits. */
  readonly contentKey: string;
  readonly encoding: Encoding;
  readonly separator: Separator;
  readonly header: readonly string[];
  /** The lines below the headings. */
  readonly rows: readonly TableRow[];
}

/**
 * Why a file cannot be read: `binary` is a spreadsheet or image instead of CSV, `too_big` exceeds {@link
 * MAX_FILE_BYTES}, `no_rows` has no line below the headings, `one_column` has no known separator.
 */
export type FileProblem = 'binary' | 'too_big' | 'no_rows' | 'one_column' | 'unreadable';

export class FileError extends Error {
  override readonly name = 'FileError';
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Settings by which the user overrides the detection. */
export interface ReadChoices {
  readonly encoding?: Encoding;
  readonly separator?: Separator;
}

export interface ReadOptions {
  /** The fields to match headings with. */
  readonly fields: readonly ImportField[];
  readonly choices: ReadChoices;
  /** From 0 to 1. */
  readonly onProgress: (done: number) => void;
  readonly signal: AbortSignal;
}

async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    // Moved, renamed or modified by another program since it was selected.
    throw new FileError('unreadable');
  }
}

/** Reads and parses a file. @throws FileError, or the signal's reason when aborted. */
export async function readImportFile(file: File, options: ReadOptions): Promise<ImportFile> {
  const { fields, choices, onProgress, signal } = options;
  if (file.size > MAX_FILE_BYTES) throw new FileError('too_big');
  const bytes = await bytesOf(file);
  signal.throwIfAborted();
  if (isBinary(bytes)) throw new FileError('binary');
  const hash = await sha256(bytes);
  const { text, encoding } = decodeFile(bytes, choices.encoding);
  const separator = choices.separator ?? detectSeparator(text);
  const lines = await parseTable(text, { separator, onProgress, signal });
  const headerRow = findHeaderRow(fields, lines);
  const header = (lines[headerRow]?.cells ?? []).map((cell) => cell.trim());
  const rows = lines.slice(headerRow + 1);
  if (rows.length === 0) throw new FileError('no_rows');
  if (header.length < 2 && choices.separator === undefined) throw new FileError('one_column');
  const key = await contentKey(rows);
  return { name: file.name, size: file.size, hash, contentKey: key, encoding, separator, header, rows };
}
