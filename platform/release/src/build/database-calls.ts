import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Names are strings after minification too; a name in a variable is not found. */
const CALL = /\.(rpc|from)\(\s*["'`](\w+)["'`]/g;
/** A method of a query, with the text of its arguments after it. */
const METHOD = /^\s*\.(\w+)\(/;
const TEXT = /^\s*(?:(["'`])([^"'`]*)|([\w$]+)\s*[,)])/;
const WRITES = new Set(['insert', 'update', 'upsert']);
const NAMES_A_COLUMN = new Set(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'is', 'like', 'ilike', 'order']);

/** Parts of a list that are outside of brackets and texts; the last ends where the list does. */
function partsOf(text: string): { parts: string[]; end: number } {
  const parts: string[] = [];
  let [depth, quote, from, at] = [0, '', 0, 0];
  for (; at < text.length && depth >= 0; at++) {
    const sign = text[at] ?? '';
    if (quote !== '') {
      if (sign === '\\') at++;
      else if (sign === quote) quote = '';
    } else if (/["'`]/.test(sign)) quote = sign;
    else if (/[([{]/.test(sign)) depth++;
    else if (/[)\]}]/.test(sign)) depth--;
    if (quote !== '' || depth > 0 || (sign !== ',' && depth === 0)) continue;
    parts.push(text.slice(from, at).trim());
    from = at + 1;
  }
  return { parts, end: at };
}

/** Columns of a select, each with its table: those of related rows too. */
function selectedColumns(table: string, select: string): string[] {
  return partsOf(`${select})`).parts.flatMap((part) => {
    const [, name = '', rest = ''] = /^(?:\.\.\.)?(?:\w+:(?!:))?(\w+)([^]*)$/.exec(part) ?? [];
    const [, related] = /^(?:!\w+)*\s*\(([^]*)\)$/.exec(rest) ?? [];
    if (related !== undefined) return selectedColumns(name, related);
    return name === '' ? [] : [`${table}.${name}`];
  });
}

/** Columns in a query of a table, as far as a script names them: what is put together when it runs is not found. */
function columnsOf(table: string, query: string, script: string): string[] {
  const found: string[] = [];
  for (let rest = query, method = METHOD.exec(rest); method; method = METHOD.exec(rest)) {
    const [{ length }, name = ''] = method;
    const given = rest.slice(length);
    const { parts, end } = partsOf(given);
    const [, , text, variable] = TEXT.exec(given) ?? [];
    if (NAMES_A_COLUMN.has(name)) found.push(...selectedColumns(table, text ?? ''));
    if (name === 'select') {
      // Names of variables are short and used again: each text that one holds is taken. A wrong one is of no table.
      const held = variable === undefined ? [] : script.matchAll(textsOf(variable));
      const texts = text === undefined ? [...held].map(([, , one = '']) => one) : [text];
      found.push(...texts.flatMap((one) => selectedColumns(table, one)));
    }
    if (WRITES.has(name) && parts[0]?.startsWith('{'))
      for (const field of partsOf(parts[0].slice(1)).parts) {
        const [, column] = /^["']?(\w+)["']?\s*:/.exec(field) ?? [];
        if (column !== undefined) found.push(`${table}.${column}`);
      }
    rest = given.slice(end);
  }
  return found;
}

const textsOf = (variable: string) =>
  new RegExp(`(?<![\\w$.])${variable.replaceAll('$', '\\$')}=(["'\`])([^"'\`]*)\\1`, 'g');

/**
 * Lists what a build calls, as paths of the API: `orders` for a table, `orders.status` for its column,
 * `rpc/find_orders` for a function.
 */
export async function databaseCalls(folder: string, files: readonly string[]): Promise<string[]> {
  const scripts = files.filter((file) => file.endsWith('.js'));
  const texts = await Promise.all(scripts.map((file) => readFile(join(folder, file), 'utf8')));
  const calls = texts.flatMap((text) =>
    [...text.matchAll(CALL)].flatMap(({ 0: whole, 1: kind, 2: name = '', index }) => {
      if (kind === 'rpc') return [`rpc/${name}`];
      const query = text.slice(index + whole.length).replace(/^\s*\)/, '');
      return [name, ...columnsOf(name, query, text)];
    }),
  );
  return [...new Set(calls)].sort();
}
