/** A chunk as Vite's manifest describes it. */
interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** What Vite wrote about a build: which chunk imports which, and with which style sheets. By source file, or by `_` and the file's name. */
export type Chunks = Record<string, Chunk>;

/** The files of a chunk's static closure, relative to the build's folder. */
export interface Closure {
  js: string[];
  css: string[];
}

/** Key of the one style sheet of a build that does not split them (`build.cssCodeSplit`). */
const STYLE_SHEET = 'style.css';

/** Reads a manifest, without what nobody asks for. */
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

/** That style sheet's file in a list; empty if every chunk has its own. */
export function wholeStyleSheet(chunks: Chunks): string[] {
  const sheet = chunks[STYLE_SHEET];
  return sheet ? [sheet.file] : [];
}

/** A chunk and everything that it imports statically, the chunk first. Nothing for an unknown one. */
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
