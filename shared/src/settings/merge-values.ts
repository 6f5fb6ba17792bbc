/** Compares and merges two changes of one section, field by field. */

type Value = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two values are the same; the order of an object's names does not count, since PostgreSQL has its own. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((part, at) => isSameValue(part, other[at]));
  if (!isRecord(one) || !isRecord(other)) return Object.is(one, other);
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => isSameValue(one[name], other[name]))
  );
}

/** Fields with parts that are merged as a whole, since the form shows each as one field. */
const WHOLE = ['geo', 'logo'];

/**
 * The fields of a section by path: the leaves of its objects, and the days of a week. A list is one field.
 */
export function fieldsOf(value: unknown, path = ''): ReadonlyMap<string, unknown> {
  const name = path.split('.').at(-1) ?? '';
  const parts =
    (isRecord(value) && !WHOLE.includes(name)) || (Array.isArray(value) && name === 'week')
      ? Object.entries(value)
      : null;
  if (!parts) return new Map([[path, value]]);
  return new Map(parts.flatMap(([key, part]) => [...fieldsOf(part, path ? `${path}.${key}` : key)]));
}

/** A field that two people changed to different values. */
export interface FieldConflict {
  readonly path: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** A field with what it was and what it is. */
export interface FieldChange {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The fields in which two values of a section differ. */
export function changesBetween(before: unknown, after: unknown): FieldChange[] {
  const old = fieldsOf(before);
  return [...fieldsOf(after)].flatMap(([path, value]) =>
    isSameValue(old.get(path), value) ? [] : [{ path, before: old.get(path), after: value }],
  );
}

/** A copy with one field replaced. */
export function withField(value: unknown, path: string, field: unknown): unknown {
  const [name = '', ...rest] = path.split('.');
  const part = rest.length === 0 ? field : withField((value as Value)[name], rest.join('.'), field);
  return Array.isArray(value) ? value.with(Number(name), part) : { ...(value as Value), [name]: part };
}

/**
 * Merges two edits of one value field by field. A field that both changed, to different values, keeps `mine` and is
 * reported as a conflict.
 */
export function mergeValues(
  base: Value,
  mine: Value,
  theirs: Value,
): { merged: Value; conflicts: readonly FieldConflict[] } {
  const conflicts: FieldConflict[] = [];
  let merged: unknown = mine;
  for (const { path, after } of changesBetween(base, theirs)) {
    const own = fieldsOf(mine).get(path);
    if (isSameValue(own, fieldsOf(base).get(path))) merged = withField(merged, path, after);
    else if (!isSameValue(own, after)) conflicts.push({ path, mine: own, theirs: after });
  }
  return { merged: merged as Value, conflicts };
}
