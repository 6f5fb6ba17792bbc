/**
 * The message of a PostgreSQL error of class 22 (data exception) without the offending value: `invalid input syntax for
 * type uuid: "8326"` becomes `invalid input syntax for type uuid`. Values may contain quotes, so everything between the
 * first and the last one is removed.
 */
export function maskValue(message: string): string {
  const [statement = ''] = message.split(': ');
  return statement.replace(/"(?:.*"|.*$)/s, '"…"');
}
