/** The personal data that an executed REST request accesses, for the audit log (decision 26). */
import type { Executed, Selected } from './executed.ts';
import { FUNCTION_RESULTS } from './function-results.ts';

/** The kind of personal data searched for: `number` is part of a RUT or phone, `text` any text of an order. */
export type SearchedBy = 'rut' | 'phone' | 'imei' | 'number' | 'name' | 'text';

/** An access to personal data, before it is known whose rows the response contains. */
export interface Access {
  kind: 'order' | 'search' | 'list' | 'export';
  /** The single order requested, or the account whose customer is (private.record_look tells them apart). */
  order?: string;
  /** The value searched for, if it was a complete RUT or phone. */
  subject?: string;
  /** The kind of personal data that chooses the rows: the access is logged whatever the response says. */
  by?: SearchedBy;
  /** The table or function. */
  source: string;
  /** The table whose ids the response contains, in its column `id`. */
  idsOf?: string;
  /** The single account requested. */
  account?: string;
  /** Further searches of the same request: each of its values may have found rows of another person. */
  more?: readonly Access[];
}

/** Tables with customer data, with the column that refers to the order. */
const TABLES: Readonly<Record<string, string>> = {
  service_orders: 'id',
  service_order_internal: 'order_id',
  order_events: 'order_id',
  order_waits: 'order_id',
  order_checklists: 'order_id',
  decision_origins: 'order_id',
  whatsapp_messages: 'order_id',
  whatsapp_replies: 'order_id',
  appointments: '',
  profiles: '',
};

/** Columns of those tables without personal data: requesting only these is not logged. */
const PLAIN =
  /^(?:id|order_id|order_number|status|state|event|created_at|updated_at|version|role|technician_id|receptionist_id|total_amount|quote|advance_payment|final_payment|delivered_at|warranty_days|is_read|actor_id|actor_name|actor_role|answered_at|answered_name)$/;

/** Further columns that choose rows without telling anything about a person. */
const PLAIN_CONDITION = /^(?:appointment_date|received_at|kind)$/;

/** Kinds of the personal data in a column; the others are `text`. */
const KINDS: Readonly<Record<string, SearchedBy>> = {
  rut: 'rut',
  customer_rut: 'rut',
  phone: 'phone',
  customer_phone: 'phone',
  imei: 'imei',
  full_name: 'name',
  customer_name: 'name',
};

/** Tables whose lines name customers, and which are read without an entry unless their text is searched. */
const LINES = /^(?:notifications|decision_history)$/;

/** Tables without personal data, whichever table embeds them. */
const HARMLESS = /^(?:component_types|suppliers|inventory|staff_names)$/;

const UNREADABLE = '\u{fffd}';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Normalises digits as the database does, which treats other digit characters as digits too (１, ², ③). */
const folded = (text: string): string => text.normalize('NFKC');

const digitsOf = (text: string): string => text.replaceAll(/[^0-9kK]/g, '');

/** Whether the database may compare it as a different value: then it counts as an access. */
const isUnsure = (text: string): boolean => /[^\n\r\t -~]/.test(text);

/** A complete RUT or phone; anything shorter narrows down a list. */
const wholeNumber = (given: string): string | undefined => {
  const text = folded(given);
  return /^[0-9]{7,8}[0-9kK]$|^[0-9]{8,12}$/.test(digitsOf(text))
    ? text.replaceAll(/[^0-9kK.+-]/g, '').slice(0, 40)
    : undefined;
};

/** Letters, a number or an ambiguous value: it may identify a person. */
const tells = (text: string): boolean => /\p{L}/u.test(text) || digitsOf(text).length >= 3 || isUnsure(text);

const isNumber = (text: string): boolean => /^[\s.()+\-0-9kK]+$/.test(text) && digitsOf(text).length >= 3;

/** The access that a request represents; undefined if it reads no personal data. */
export function accessOf(executed: Executed): Access | undefined {
  if (executed.schema === 'storage') return fileAccess(executed);
  return executed.function === undefined
    ? rowAccess(executed.from ?? '', executed.from ?? '', executed)
    : functionAccess(executed.function, executed);
}

/** The access to files of a bucket, whose names begin with their order: of one, or of any. */
function fileAccess({ type, where }: Executed): Access | undefined {
  if (type !== 'query' || !isNode(where) || !Array.isArray(where.$and)) return undefined;
  const { bucket_id, name } = Object.assign({}, ...where.$and) as Node;
  const source = equalTo(bucket_id) ?? 'storage';
  const [order = ''] = equalTo(name)?.split('/') ?? [];
  return UUID.test(order) ? { kind: 'order', source, order } : { kind: 'list', source };
}

/** The access to rows of a table, returned by the table itself or by a function. */
function rowAccess(source: string, table: string, executed: Executed): Access | undefined {
  const embedded = embeddedIn(executed.select, executed.join);
  const isPersonal = Object.hasOwn(TABLES, table);
  const probed = [
    ...(isPersonal ? probedBy(executed) : []),
    ...(LINES.test(table) ? probedBy(executed).filter((column) => /^message\b/.test(column)) : []),
    ...embedded.flatMap(({ parts }) => probedBy(parts)),
  ];
  const by = searchedBy(probed);
  // Other tables that embed orders or people, by their name or by that of the foreign key.
  if (!isPersonal) return by || embedded.length > 0 ? { kind: 'list', source, by } : undefined;
  // The writer already knows a new row, but not those that come with it.
  if (executed.type === 'insert') return embedded.length > 0 ? { kind: 'list', source, by } : undefined;
  const columns = columnsOf(executed);
  if (columns.every(({ column }) => PLAIN.test(column)) && embedded.length === 0 && !by) return undefined;
  const where = isNode(executed.where) ? executed.where : {};
  // An account is no information about the orders that it embeds.
  if (table === 'profiles' && embedded.length > 0) return { kind: 'list', source, by };
  if (table === 'profiles' && isStaffOnly(where.role)) return undefined;
  const order = equalTo(where[TABLES[table] ?? '']);
  if (order && UUID.test(order)) return { kind: 'order', source, order };
  const subject = wholeNumber(equalTo(where.customer_rut ?? where.rut) ?? '');
  if (subject) return { kind: 'search', source, by: 'rut', subject };
  // Whole rows are read in order to embed them.
  const isWhole = columns.length === 1 && columns[0]?.column === '*';
  const hasIds = columns.some(({ name, column }) => column === '*' || (name === 'id' && column === 'id'));
  return {
    kind: source === 'service_orders' && isWhole ? 'export' : 'list',
    source,
    by,
    idsOf: hasIds ? table : undefined,
    account: table === 'profiles' ? equalTo(where.id) : undefined,
  };
}

function functionAccess(name: string, executed: Executed): Access | undefined {
  const result = FUNCTION_RESULTS[name] ?? 'list';
  if (typeof result === 'object') return rowAccess(name, result.rowOf, executed);
  if (result === 'nothing') return rowAccess(name, '', executed);
  // The personal data that select the rows.
  const embedded = embeddedIn(executed.select, executed.join);
  const by = searchedBy([executed, ...embedded.map(({ parts }) => parts)].flatMap(probedBy));
  const access =
    result === 'search'
      ? searchAccess(name, argumentOf(executed))
      : result === 'customer'
        ? customerAccess(name, argumentOf(executed)('p_id'))
        : { kind: result, source: name };
  if (by && (!access || access.kind === 'list')) return { kind: 'search', source: name, by: 'text' };
  return access ?? (embedded.length > 0 ? { kind: 'list', source: name } : undefined);
}

/** Reads an argument in its canonical form. A number of a body has many spellings (14051e818): it is unreadable. */
function argumentOf({ args, httpMethod }: Executed): (name: string) => string {
  if (args !== undefined && !isNode(args)) return () => UNREADABLE;
  return (name) => {
    const value = args?.[name] ?? '';
    const isText = typeof value === 'string' || typeof value === 'boolean';
    return isText || (httpMethod === 'GET' && typeof value === 'number') ? String(value) : UNREADABLE;
  };
}

const customerAccess = (source: string, id: string): Access =>
  UUID.test(id) ? { kind: 'order', source, order: id.toLowerCase() } : { kind: 'list', source };

function searchAccess(source: string, argument: (name: string) => string): Access | undefined {
  if (source === 'find_order_customer') {
    const rut = argument('p_rut');
    return rut
      ? { kind: 'search', source, by: 'rut', subject: wholeNumber(rut) }
      : { kind: 'search', source, by: 'phone', subject: wholeNumber(argument('p_phone')) };
  }
  if (source === 'find_warranties') {
    const clues = (['rut', 'phone', 'imei'] as const).filter((name) => argument(`p_${name}`));
    const [first, ...more] = clues.map((by): Access => ({
      kind: 'search',
      source,
      by,
      subject: wholeNumber(argument(`p_${by}`)),
    }));
    return first && { ...first, more };
  }
  if (source === 'preview_anonymization' && argument('p_by') !== 'account') {
    const by = argument('p_by') === 'phone' ? 'phone' : 'rut';
    return { kind: 'search', source, by, subject: wholeNumber(argument('p_value')) };
  }
  // The preview of one account shows its name, e-mail and RUT.
  if (source === 'preview_anonymization') return { kind: 'list', source };
  const search = folded(argument('p_search')).trim();
  const by =
    source === 'search_profiles'
      ? profileSearch(search, argument('p_staff'))
      : orderSearch(search, /^find_(?:orders|customers)$/.test(source) ? 'all' : argument('p_field'));
  // A list of customer accounts, read from their table.
  if (!by && source === 'search_profiles' && argument('p_staff') !== 'true') return { kind: 'list', source };
  const isByNumber = by === 'rut' || by === 'phone' || by === 'number';
  return by && { kind: 'search', source, by, subject: isByNumber ? wholeNumber(search) : undefined };
}

/** Fields of an order without personal data. */
const OF_DEVICES = /^(?:|order_number|equipment_brand|equipment_model)$/;

function orderSearch(search: string, field: string): SearchedBy | undefined {
  if (search === '') return undefined;
  if (OF_DEVICES.test(field)) return undefined;
  // Separators between the digits do not matter.
  const isLong = digitsOf(search).length >= 3 || isUnsure(search);
  if (field === 'customer_rut') return isLong ? 'rut' : undefined;
  if (field === 'customer_phone') return isLong ? 'phone' : undefined;
  if (field === 'customer_name') return 'name';
  if (field === 'imei') return 'imei';
  if (isNumber(search)) return 'number';
  return tells(search) || field === UNREADABLE ? 'text' : undefined;
}

function profileSearch(search: string, isStaff: string): SearchedBy | undefined {
  if (isNumber(search)) return 'number';
  // Names of colleagues are known to all staff.
  return tells(search) && isStaff !== 'true' ? 'name' : undefined;
}

/** The columns that a response shows under their names; `*` for all of them. */
function columnsOf({ type, select }: Executed): { name: string; column: string }[] {
  // Writes answer with the columns that were asked for only.
  if (select === undefined) return type === 'query' || type === 'rpc' ? [{ name: '*', column: '*' }] : [];
  return select.flatMap((item) =>
    typeof item === 'string'
      ? [{ name: item, column: item }]
      : Object.entries(item).flatMap(([name, wish]) => {
          if (!isNode(wish) || 'select' in wish) return [];
          // The number of rows.
          if (wish.aggregate === 'count' && wish.column === undefined) return [];
          const { column = name } = wish;
          return [{ name, column: typeof column === 'string' && !('path' in wish) ? column : UNREADABLE }];
        }),
  );
}

/** The tables that a `select` embeds, except harmless ones. */
function embeddedIn(select: Executed['select'] = [], join: Executed['join'] = {}): { parts: Executed }[] {
  return select.flatMap((item: Selected) =>
    typeof item === 'string'
      ? []
      : Object.entries(item).flatMap(([alias, wish]) => {
          if (!isNode(wish) || !('select' in wish)) return [];
          const parts = wish as Executed;
          const inner = embeddedIn(parts.select, parts.join);
          return HARMLESS.test(join[alias]?.from ?? alias) ? inner : [{ parts }, ...inner];
        }),
  );
}

/** Columns with personal data that filter or sort rows: even the existence of a match is information. */
function probedBy({ where, order = [] }: Executed): string[] {
  const columns = [...conditionColumns(where), ...order.map(({ column }) => column)];
  return columns.filter((column) => !PLAIN.test(column) && !PLAIN_CONDITION.test(column));
}

/** Columns of a condition: `{a: {$eq: 1}, $or: [{b: …}, {$not: {…}}]}`. Anything unknown counts as a column. */
function conditionColumns(where: unknown): string[] {
  if (!isNode(where)) return where === undefined ? [] : [UNREADABLE];
  return Object.entries(where).flatMap(([name, condition]) => {
    if (name === '$and' || name === '$or')
      return Array.isArray(condition) ? condition.flatMap(conditionColumns) : [UNREADABLE];
    return name === '$not' ? conditionColumns(condition) : [name];
  });
}

function searchedBy(columns: readonly string[]): SearchedBy | undefined {
  const kinds = new Set(columns.map((column) => KINDS[column] ?? 'text'));
  const [first] = kinds;
  if (kinds.size < 2) return first;
  return kinds.has('text') || kinds.has('name') ? 'text' : 'number';
}

/** The single value that a column is compared with. */
function equalTo(condition: unknown): string | undefined {
  if (!isNode(condition)) return undefined;
  const value = condition.$eq ?? condition.$like ?? condition.$ilike;
  const isOne = typeof value === 'string' || typeof value === 'number';
  return isOne && !/[%_]/.test(String(value)) ? String(value) : undefined;
}

/** Staff accounts only: every role except customer. */
function isStaffOnly(condition: unknown): boolean {
  if (!isNode(condition)) return false;
  if (condition.$neq === 'customer') return true;
  const roles = condition.$in ?? (typeof condition.$eq === 'string' ? [condition.$eq] : []);
  return (
    Array.isArray(roles) &&
    roles.length > 0 &&
    roles.every((role) => /^[a-z]+$/.test(String(role)) && role !== 'customer')
  );
}
