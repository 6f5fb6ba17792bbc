/** `schema.table`, quoted as PostgreSQL's format('%I.%I') does for names that need it. */
export function quotedName({ schema, table }: { schema: string; table: string }): string {
  return `${quoteIdentifier(schema)}.${quoteIdentifier(table)}`;
}

/** An identifier for SQL; plain lower-case names stay as they are. */
export function quoteIdentifier(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
