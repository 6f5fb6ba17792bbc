import type { Answer } from '../http/answer.ts';
import type { Executed, Selected } from '../access-log/executed.ts';
import {
  CORS,
  MAX_ROWS,
  quoted,
  type Catalogue,
  type DirectPlan,
  type DirectRequest,
  type DirectRow,
} from './direct-plan.ts';
import { checkRequest } from './request-rules.ts';

/** A table of the API. */
interface Table {
  /** The types of its columns. */
  types: ReadonlyMap<string, string>;
  /** Keys of one column to other tables, by the name of the key. */
  keys: ReadonlyMap<string, { column: string; isUnique: boolean; table: string; referenced: string }>;
}
type Tables = ReadonlyMap<string, Table>;

/** A part of a statement and of the request as @supabase/lite parses it. */
interface Part<T> {
  sql: string;
  executed: T;
}

/** Number of prepared statements per connection: the site reads tables in about sixty forms. */
const KEPT_TEXTS = 200;

const NAME = /^[a-z_]\w*$/i;
/** A column, or `alias:table!key(columns)`: the row that a key refers to, or the rows whose key refers here. */
const ITEM = /([a-z_]\w*)(?::([a-z_]\w*)!([a-z_]\w*)\(([\w,]+)\))?(?:,|$)/giy;
const OPERATORS: Readonly<Record<string, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};
const PARTS = ['select', 'order', 'limit', 'offset'];

/** Types whose JSON is the same from PostgreSQL as from @supabase/lite. */
const PLAIN_TYPES = /^(?:_?text|_?uuid|int[248]|bool|numeric|timestamptz|date|jsonb)$/;

/** Values that @supabase/lite passes on as they are, by the type of the column. */
const VALUES: Readonly<Record<string, { form: Pick<RegExp, 'test'>; read: (text: string) => unknown }>> = {
  uuid: { form: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, read: String },
  int4: { form: /^(?:0|[1-9]\d{0,8})$/, read: Number },
  int8: { form: /^(?:0|[1-9]\d{0,8})$/, read: Number },
  bool: { form: /^(?:true|false)$/, read: (text) => text === 'true' },
  // A word without a meaning of its own, or a RUT.
  text: {
    form: /^(?:(?!(?:null|not_null|true|false|unknown|infinity|nan)$)[a-z_][\w-]*|\d{1,9}-[\dk])$/i,
    read: String,
  },
  timestamptz: { form: { test: isMoment }, read: String },
};

/** Whether a text is a valid date and time: PostgreSQL does not always read the text, so it may not refuse it. */
function isMoment(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/.test(text)) return false;
  const moment = new Date(text);
  return moment.getTime() > 0 && moment.toISOString().startsWith(text.slice(0, 10));
}

/** Builds the statements that read tables in the forms of the site: columns, rows of keys, conditions, order, limit. */
export class ReadStatements {
  readonly #texts = new Set<string>();
  readonly #tables = new WeakMap<Catalogue, Tables>();

  /** The read of a table; undefined if there is no such table, or the request has another form. */
  plan(catalogue: Catalogue, request: DirectRequest): DirectPlan | undefined {
    const { method, path, query, single, claims } = request;
    const tables = this.#tables.get(catalogue) ?? tablesOf(catalogue);
    this.#tables.set(catalogue, tables);
    const name = path.slice(1);
    const given = new URLSearchParams(query);
    const read = readOf(tables, name, given);
    if (!read) return undefined;
    try {
      checkRequest(read.executed, claims.role ?? '');
    } catch {
      return undefined;
    }
    const isCount = method === 'HEAD';
    if (isCount && (single || given.has('limit') || given.has('order'))) return undefined;
    const text = isCount
      ? `select count(*)::text as count from (${read.sql}) as r`
      : `select coalesce(json_agg(r)${single ? ' -> 0' : ''}, '[]')::text as body, count(*)::text as count
        from (${read.sql} limit ${Math.min(Number(given.get('limit') ?? MAX_ROWS), MAX_ROWS)}) as r`;
    const location = `/${name}?${new URLSearchParams([...given].sort(([a], [b]) => a.localeCompare(b))).toString()}`;
    return {
      statement: { text, parameters: read.parameters, prepare: this.#keeps(text, request.isStaff) },
      executed: read.executed,
      mayWrite: false,
      answer: (row) => (isCount ? countAnswer(row, location) : rowsAnswer(row, location, single)),
    };
  }

  /** Whether connections keep a statement prepared. Whoever registers could ask for any number of forms. */
  #keeps(text: string, isStaff: boolean): boolean {
    if (isStaff && this.#texts.size < KEPT_TEXTS) this.#texts.add(text);
    return this.#texts.has(text);
  }
}

/** The tables of schema `public`. */
function tablesOf({ tables, columns, foreign_keys: keys, ...catalogue }: Catalogue): Tables {
  const isPublic = ({ schema }: { schema: string }) => schema === 'public';
  const unique = [
    ...catalogue.indexes.filter((index) => index.unique),
    ...catalogue.unique_constraints,
    ...catalogue.primary_keys,
  ].filter((one) => isPublic(one) && one.columns.length === 1);
  return new Map(
    tables.filter(isPublic).map(({ name }) => {
      const own = columns.filter((column) => isPublic(column) && column.table === name);
      const ofTable = keys.filter((key) => isPublic(key) && key.table === name);
      const single = ofTable.filter(
        ({ foreign_key_name: key }) => ofTable.filter((one) => one.foreign_key_name === key).length === 1,
      );
      return [
        name,
        {
          types: new Map(own.map((column) => [column.name, column.pg_type ?? ''])),
          keys: new Map(
            single.map(({ foreign_key_name: key, column, ref_table: table, ref_column: referenced }) => [
              key,
              {
                column,
                isUnique: unique.some((one) => one.table === name && one.columns[0] === column),
                table,
                referenced,
              },
            ]),
          ),
        },
      ];
    }),
  );
}

/** The rows that a read asks for, without its limit. */
function readOf(
  tables: Tables,
  name: string,
  given: URLSearchParams,
): { sql: string; parameters: string[]; executed: Executed } | undefined {
  const table = tables.get(name);
  const keys = [...given.keys()];
  const { limit = '1', offset = '0' } = Object.fromEntries(given);
  if (!table || new Set(keys).size < keys.length || !/^[1-9]\d{0,3}$/.test(limit) || offset !== '0')
    return undefined;
  const select = selectOf(tables, name, given.get('select') ?? '');
  const order = orderOf(table, given.get('order'));
  const parameters: string[] = [];
  const where = keys
    .filter((key) => !PARTS.includes(key))
    .map((key) => conditionOf(key, table.types.get(key), given.get(key) ?? '', parameters));
  if (!select || !order || !where.every((one) => one !== undefined)) return undefined;
  const conditions = where.map(({ sql }) => sql).join(' and ');
  return {
    sql: `select ${select.sql} from public.${quoted(name)} as t${conditions && ` where ${conditions}`}${order.sql}`,
    parameters,
    executed: {
      type: 'query',
      from: name,
      ...select.executed,
      ...(where.length > 0 && {
        where: Object.assign({}, ...where.map(({ executed }) => executed)) as unknown,
      }),
      ...(order.executed.length > 0 && { order: order.executed }),
    },
  };
}

/** The columns that are asked for, each once. */
function selectOf(
  tables: Tables,
  ownName: string,
  text: string,
): Part<Required<Pick<Executed, 'select' | 'join'>>> | undefined {
  const table = tables.get(ownName);
  const items = [...text.matchAll(ITEM)];
  const names = items.map(([, name = '']) => name);
  const length = items.reduce((sum, [item]) => sum + item.length, 0);
  if (!table || items.length === 0 || length < text.length || text.endsWith(',')) return undefined;
  if (new Set(names).size < names.length) return undefined;
  const select: Selected[] = [];
  const join: Record<string, { from: string; hint: string }> = {};
  const parts: string[] = [];
  for (const [, name = '', from, hint = '', inner = ''] of items) {
    if (from === undefined) {
      if (!PLAIN_TYPES.test(table.types.get(name) ?? '')) return undefined;
      select.push(name);
      parts.push(`t.${quoted(name)}`);
      continue;
    }
    const columns = inner.split(',');
    const other = tables.get(from);
    const types = other?.types;
    const key = table.keys.get(hint);
    const back = other?.keys.get(hint);
    const isOne = key?.table === from;
    // By a key that is unique there, @supabase/lite gives one row, not a list.
    if (!isOne && (back?.table !== ownName || back.isUnique)) return undefined;
    if (new Set(columns).size < columns.length || table.types.has(name)) return undefined;
    if (!columns.every((column) => PLAIN_TYPES.test(types?.get(column) ?? ''))) return undefined;
    select.push({ [name]: { select: columns } });
    join[name] = { from, hint };
    const [theirs = '', ours = ''] = isOne
      ? [key?.referenced, key?.column]
      : [back?.column, back?.referenced];
    parts.push(`(select ${isOne ? 'to_json(e)' : "coalesce(json_agg(e), '[]')"} from (
      select ${columns.map((column) => `j.${quoted(column)}`).join(', ')} from public.${quoted(from)} as j
      where j.${quoted(theirs)} = t.${quoted(ours)}) as e) as ${quoted(name)}`);
  }
  return { sql: parts.join(', '), executed: { select, join } };
}

function orderOf(
  { types }: Table,
  text: string | null,
): Part<{ column: string; direction?: string }[]> | undefined {
  if (text === null) return { sql: '', executed: [] };
  const entries = text.split(',').map((one) => /^(\w+)(?:\.(asc|desc))?$/.exec(one));
  if (!entries.every((entry) => entry !== null && types.has(entry[1] ?? ''))) return undefined;
  return {
    sql: ` order by ${entries.map((entry) => `t.${quoted(entry?.[1] ?? '')} ${entry?.[2] ?? 'asc'}`).join(', ')}`,
    executed: entries.map((entry) => ({
      column: entry?.[1] ?? '',
      ...(entry?.[2] !== undefined && { direction: entry[2] }),
    })),
  };
}

/** One condition; its value becomes the next parameter. */
function conditionOf(
  column: string,
  type: string | undefined,
  text: string,
  parameters: string[],
): Part<Record<string, unknown>> | undefined {
  const [, operator = '', value = ''] = /^([a-z]+)\.(.*)$/s.exec(text) ?? [];
  const values = VALUES[type ?? ''];
  if (!values || !NAME.test(column)) return undefined;
  const left = `t.${quoted(column)}`;
  if (operator === 'is' && value === 'null')
    return { sql: `${left} is null`, executed: { [column]: { $is: null } } };
  const list = operator === 'in' ? /^\((.+)\)$/s.exec(value)?.[1]?.split(',') : [value];
  if (!list?.every((one) => values.form.test(one))) return undefined;
  if (operator !== 'in' && !Object.hasOwn(OPERATORS, operator)) return undefined;
  // The driver sends it as text and converts nothing.
  const place = `$${parameters.push(operator === 'in' ? `{${list.join(',')}}` : value)}::text::${type}`;
  return operator === 'in'
    ? { sql: `${left} = any(${place}[])`, executed: { [column]: { $in: list.map(values.read) } } }
    : {
        sql: `${left} ${OPERATORS[operator]} ${place}`,
        executed: { [column]: { [`$${operator}`]: values.read(value) } },
      };
}

function rowsAnswer(
  { body = '', count = '0' }: DirectRow,
  location: string,
  single: boolean,
): Answer | undefined {
  if (single && count !== '1') return undefined;
  const type = single ? 'application/vnd.pgrst.object+json' : 'application/json';
  const range = count === '0' ? '*' : `0-${Number(count) - 1}`;
  return {
    status: 200,
    headers: {
      ...CORS,
      'content-type': `${type}; charset=utf-8`,
      'content-range': `${range}/*`,
      ...(!single && { 'content-location': location }),
    },
    body,
  };
}

/** The response to HEAD, as if the first rows followed. */
function countAnswer({ count = '0' }: DirectRow, location: string): Answer {
  const rows = Math.min(Number(count), MAX_ROWS);
  return {
    status: rows < Number(count) ? 206 : 200,
    headers: {
      ...CORS,
      'content-type': 'application/json; charset=utf-8',
      'content-range': `${rows === 0 ? '*' : `0-${rows - 1}`}/${count}`,
      'content-location': location,
      'preference-applied': 'count=exact',
    },
    body: '',
  };
}
