import { inspect } from 'node:util';
import {
  COLUMN_REPEATS,
  SERVICE_REQUEST,
  SIGNED_IN_REQUEST,
  ANONYMOUS_REQUEST,
  type RequestLimits,
} from '../config/limits.ts';

/** A node of a request as parsed by @supabase/lite. */
type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Limits for the caller's role. */
export function limitsOf(role: string): RequestLimits {
  if (role === 'service_role') return SERVICE_REQUEST;
  return role === 'authenticated' ? SIGNED_IN_REQUEST : ANONYMOUS_REQUEST;
}

/**
 * Rejects requests that could cost far more than those of any screen.
 *
 * Casts in `select` are rejected for everybody: no screen uses one, `::character(10000000)` produces a response of any
 * size, and a failing cast rolls back the writes of the called function while its error reveals the result. So are
 * regular expressions: a short one can take minutes, anybody can register, and no screen uses one.
 * @throws an error in PostgREST's form, answered with status 400.
 */
export function checkRequest(ast: unknown, role: string): void {
  if (!isNode(ast)) return;
  const limits = limitsOf(role);
  const asked = measureSelect(ast.select, 0);
  if (asked.hasCast) throw refusal('Casts in select are not allowed', 'Ask for the column as it is.');
  if (asked.depth > limits.depth)
    throw refusal(`Tables can be embedded ${limits.depth} deep`, 'Ask for the inner table by itself.');
  if (asked.hasRepeats)
    throw refusal(`A column can be asked for ${COLUMN_REPEATS} times`, 'Ask for it once and copy the value.');
  if (asked.columns > limits.columns) throw refusal(`At most ${limits.columns} columns can be asked for`);
  const filters = [...operatorsOf(ast.where), ...asked.operators];
  if (filters.length > limits.filters) throw refusal(`At most ${limits.filters} filters can be given`);
  const usesPattern = filters.some((operator) => /^\$i?regex/.test(operator));
  if (usesPattern && role !== 'service_role')
    throw refusal('match and imatch are not allowed', 'Use like or ilike.');
}

/**
 * Rejects a change of a whole table, like safeupdate, which hosted projects load for the API's connections
 * (roles.sql). A change of no columns changes nothing and passes, as there.
 * @throws an error in PostgREST's form, answered with status 400.
 */
export function refuseUnbounded(ast: unknown): void {
  if (!isNode(ast) || operatorsOf(ast.where).length > 0) return;
  const { type, values } = ast;
  const changesNothing = type === 'update' && isNode(values) && Object.keys(values).length === 0;
  if ((type !== 'update' && type !== 'delete') || changesNothing) return;
  throw refusal(`${type.toUpperCase()} requires a WHERE clause`, null, '21000');
}

interface Asked {
  columns: number;
  depth: number;
  hasCast: boolean;
  /** Whether one level requests the same column repeatedly, which would produce a response of any size. */
  hasRepeats: boolean;
  operators: string[];
}

/** Columns requested by a `select`, on all levels. */
function measureSelect(select: unknown, level: number): Asked {
  const asked: Asked = { columns: 0, depth: level, hasCast: false, hasRepeats: false, operators: [] };
  const times = new Map<unknown, number>();
  for (const item of Array.isArray(select) ? select : []) {
    asked.columns += 1;
    for (const [name, wish] of isNode(item) ? Object.entries(item) : [[String(item), undefined] as const]) {
      const column = isNode(wish) && 'column' in wish ? wish.column : name;
      times.set(column, (times.get(column) ?? 0) + 1);
      if (!isNode(wish)) continue;
      if ('cast' in wish || 'preCast' in wish) asked.hasCast = true;
      if (!('select' in wish)) continue;
      const inner = measureSelect(wish.select, level + 1);
      asked.columns += inner.columns;
      asked.depth = Math.max(asked.depth, inner.depth);
      asked.hasCast ||= inner.hasCast;
      asked.hasRepeats ||= inner.hasRepeats;
      asked.operators.push(...operatorsOf(wish.where), ...inner.operators);
    }
  }
  asked.hasRepeats ||= [...times.values()].some((count) => count > COLUMN_REPEATS);
  return asked;
}

/** Every operator of a condition: `$eq`, `$regex` …; `$and`, `$or` and `$not` count as their operands. */
function operatorsOf(where: unknown): string[] {
  if (Array.isArray(where)) return where.flatMap(operatorsOf);
  if (!isNode(where)) return [];
  return Object.entries(where).flatMap(([key, value]) => {
    const inner = operatorsOf(value);
    return key.startsWith('$') && inner.length === 0 ? [key] : inner;
  });
}

/** An error in the form of PostgREST's RAISE SQLSTATE 'PGRST', which @supabase/lite returns as is. */
function refusal(message: string, hint: string | null = null, code = 'PGRST100'): Error {
  return Object.assign(new Error(), {
    code: 'PGRST',
    message: JSON.stringify({ code, message, details: null, hint }),
    detail: JSON.stringify({ status: 400, headers: {} }),
    [inspect.custom]: () => `[api] ${message}`,
  });
}
