/** A chunk in Vite's manifest. */
interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/**
 * Vite's manifest of a build: the imports and style sheets of each chunk, by source file, or by `_` and the file's
 * name.
 */
export type Chunks = Record<string, Chunk>;

/** The files of a chunk's static closure, relative to the build's folder. */
export interface Closure {
  js: string[];
  css: string[];
}

/** Key of the single style sheet of an unsplit build (`build.cssCodeSplit`). */
const STYLE_SHEET = 'style.css';

/** Parses a manifest and drops unused fields. */
export function parseManifest(text: string): Chunks {
  const chunks = Object.entries(JSON.parse(text) as Chunks);
  return Object.fromEntries(
    chunks
      .filter(([key, { file }]) => key === STYLE_SHEET || file.endsWith('.js'))
      .map(([key, { file, imports, css }]) => [key, { file, imports, css }]),
  );
}

/** Key of the first chunk whose key or file contains the text, or null. */
export function findChunk(chunks: Chunks, text: string): string | null {
  for (const [key, { file }] of Object.entries(chunks))
    if (key.includes(text) || file.includes(text)) return key;
  return null;
}

/** Key of the chunk of that file name, or null. */
export function chunkOfFile(chunks: Chunks, file: string): string | null {
  for (const [key, chunk] of Object.entries(chunks)) if (chunk.file === file) return key;
  return null;
}

/** The file of that style sheet as a list; empty if every chunk has its own. */
export function wholeStyleSheet(chunks: Chunks): string[] {
  const sheet = chunks[STYLE_SHEET];
  return sheet ? [sheet.file] : [];
}

/** A chunk and its static imports, the chunk first. Empty for an unknown one. */
export function closureOf(chunks: Chunks, start: string): Closure {
  const seen = new Set<string>();
  const js = new Set<string>();
  const css = new Set<string>();
  const visit = (key: string) => {
    const chunk = chunks[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    js.add(chunk.file);
    for (const sheet of chunk.css ?? []) css.add(sheet);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit(start);
  return { js: [...js], css: [...css] };
}
