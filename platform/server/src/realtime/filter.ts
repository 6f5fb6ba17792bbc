/** A subscription's `filter`, e.g. `id=eq.5` or `status=in.(quoted,approved)`. */
export type RowFilter = (record: Record<string, unknown>) => boolean;

const PATTERN = /^(?<column>\w+)=(?<operator>eq|neq|lt|lte|gt|gte|in)\.(?<value>.*)$/s;

/** A column's text, boolean or number as written in filters. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function compare(value: unknown, other: string): number {
  if (typeof value === 'number') return value - Number(other);
  const text = asText(value);
  return text === other ? 0 : text < other ? -1 : 1;
}

/** The predicate of a filter; undefined if it is invalid. SQL's null matches nothing. */
export function parseFilter(filter: string): RowFilter | undefined {
  const { column, operator, value } = PATTERN.exec(filter)?.groups ?? {};
  if (column === undefined || value === undefined) return undefined;
  const matches = matcher(operator ?? '', value);
  return (record) => {
    const actual = record[column];
    return actual !== null && actual !== undefined && matches(actual);
  };
}

function matcher(operator: string, value: string): (actual: unknown) => boolean {
  switch (operator) {
    case 'neq':
      return (actual) => asText(actual) !== value;
    case 'lt':
      return (actual) => compare(actual, value) < 0;
    case 'lte':
      return (actual) => compare(actual, value) <= 0;
    case 'gt':
      return (actual) => compare(actual, value) > 0;
    case 'gte':
      return (actual) => compare(actual, value) >= 0;
    case 'in': {
      const values = new Set(
        value
          .replace(/^\(|\)$/g, '')
          .split(',')
          .map((item) => item.trim().replace(/^"|"$/g, '')),
      );
      return (actual) => values.has(asText(actual));
    }
    default:
      return (actual) => asText(actual) === value;
  }
}
