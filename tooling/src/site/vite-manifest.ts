import { readFile } from 'node:fs/promises';

interface Chunk {
  file: string;
  src?: string;
  name?: string;
  imports?: string[];
  css?: string[];
}

/** The files of a chunk's static closure, relative to the build's folder. */
export interface Closure {
  js: string[];
  css: string[];
}

/** What Vite wrote about a build: which chunk imports which, and with which style sheets. */
export class ViteManifest {
  private readonly chunks: Map<string, Chunk>;

  constructor(chunks: Map<string, Chunk>) {
    this.chunks = chunks;
  }

  static async read(file: string): Promise<ViteManifest> {
    return new ViteManifest(
      new Map(Object.entries(JSON.parse(await readFile(file, 'utf8')) as Record<string, Chunk>)),
    );
  }

  /** Key of the first chunk whose key or file contains the text, or null. */
  find(text: string): string | null {
    for (const [key, { file }] of this.chunks) if (key.includes(text) || file.includes(text)) return key;
    return null;
  }

  /** The chunk of that file name, or null. */
  keyOfFile(file: string): string | null {
    for (const [key, chunk] of this.chunks) if (chunk.file === file) return key;
    return null;
  }

  /** The one style sheet of a build that does not split them (`build.cssCodeSplit`), in a list; empty if it has none. */
  styleSheet(): string[] {
    const sheet = this.chunks.get('style.css');
    return sheet ? [sheet.file] : [];
  }

  /** A chunk and everything that it imports statically, the chunk first. */
  closure(start: string): Closure {
    const seen = new Set<string>();
    const js = new Set<string>();
    const css = new Set<string>();
    const visit = (key: string) => {
      const chunk = this.chunks.get(key);
      if (!chunk || seen.has(key)) return;
      seen.add(key);
      js.add(chunk.file);
      for (const sheet of chunk.css ?? []) css.add(sheet);
      for (const imported of chunk.imports ?? []) visit(imported);
    };
    visit(start);
    return { js: [...js], css: [...css] };
  }
}
