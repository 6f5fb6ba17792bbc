/** A statement of an SQL file. */
export interface Statement {
  text: string;
  /** The line of the file on which it begins. */
  line: number;
}

/** Tokens in which a semicolon ends no statement: comments, strings, quoted names, dollar quotes. */
const QUOTED = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(?<tag>\$\w*\$)[\s\S]*?\k<tag>/g;

/** The statements of a file, without the comments before each. */
export function statementsOf(sql: string): Statement[] {
  const masked = sql.replace(QUOTED, (part) =>
    part.replaceAll(/[^\n]/g, part.startsWith('-') || part.startsWith('/') ? ' ' : 'x'),
  );
  return [...masked.matchAll(/[^;]*;?/g)].flatMap(({ 0: part, index }) => {
    const begin = index + part.length - part.trimStart().length;
    const text = sql.slice(begin, index + part.length).trim();
    return text === '' ? [] : [{ text, line: sql.slice(0, begin).split('\n').length }];
  });
}
