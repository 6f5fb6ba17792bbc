/** Which personal data a REST request accesses, for the audit log (decision 26). */

/** The kind of personal data searched for: `number` is part of a RUT or phone, `text` any text of an order. */
export type SearchedBy = 'rut' | 'phone' | 'imei' | 'number' | 'name' | 'text';

/** An access to personal data, before it is known whose rows the response contains. */
export interface Look {
  kind: 'order' | 'search' | 'list' | 'export';
  /** The single order requested. */
  order?: string;
  /** The value searched for, if it was a complete RUT or phone. */
  subject?: string;
  /** The kind of personal data searched for. */
  by?: SearchedBy;
  /** The table or function. */
  source: string;
  /** Whether the response's `id` is the row's own id. */
  hasIds?: boolean;
}

/** Tables with customer data, with the column that refers to the order. */
const TABLES: Readonly<Record<string, string>> = {
  service_orders: 'id',
  service_order_internal: 'order_id',
  order_events: 'order_id',
  decision_origins: 'order_id',
  whatsapp_messages: 'order_id',
  whatsapp_replies: 'order_id',
  appointments: '',
  profiles: '',
};

/** Functions that return lists of orders or people, logged in one entry per hour. */
const LISTS: readonly string[] = [
  'report_orders',
  'preview_messages',
  'list_message_orders',
  'list_erasure_requests',
];

const SEARCHES = ['search_orders', 'search_profiles', 'find_order_customer', 'preview_anonymization'];
const FUNCTIONS: readonly string[] = [...LISTS, ...SEARCHES, 'export_orders'];

/** Functions that answer a whole message; `select` may leave out its text and number. */
const MESSAGES: readonly string[] = ['retry_message', 'send_message_now'];

/** Columns of those tables without personal data: requesting only these is not logged. */
const PLAIN =
  /^(?:id|order_id|order_number|status|state|event|created_at|updated_at|version|role|technician_id|receptionist_id|total_amount|quote|advance_payment|final_payment|delivered_at|warranty_days|is_read|count\(\))$/;

const UNREADABLE = '\u{fffd}';

/** Query parameters that do not filter rows. */
const SHAPE = /^(?:select|limit|offset|columns|on_conflict)$/;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

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

/** The accessed resource of a request. */
interface Wish {
  method: string;
  url: URL;
  /** Its header `Prefer`. */
  prefer: string;
  /** Returns the parsed body of a function call. */
  argumentsOf: () => Readonly<Record<string, unknown>>;
}

/** The access that a request represents if its response has rows; undefined if it reads no personal data. */
export function lookOf({ method, url, prefer, argumentsOf }: Wish): Look | undefined {
  const [, rpc, name = ''] = /^\/rest\/v1\/(rpc\/)?([^/]+)\/?$/.exec(decoded(url.pathname)) ?? [];
  const { searchParams } = url;
  if (rpc) {
    if (!FUNCTIONS.includes(name)) return rowLook(name, selectOf(searchParams));
    const body = method === 'GET' ? {} : argumentsOf();
    const look = functionLook(name, (key) => {
      // Of repeated parameters the last one counts.
      return asText(body[key] ?? searchParams.getAll(key).at(-1) ?? '');
    });
    // Which rows are selected by personal data.
    const rest = [...searchParams].filter(([key]) => !key.startsWith('p_'));
    const isNarrowed = (!look || look.kind === 'list') && isProbe(new URLSearchParams(rest));
    return isNarrowed ? { kind: 'search', source: name, by: 'text' } : look;
  }
  // The writer already knows a new row, but not one that an upsert may match.
  if (method === 'POST' && !searchParams.has('on_conflict') && !prefer.includes('resolution'))
    return undefined;
  // Number of ids.
  if (method === 'HEAD' && !isProbe(searchParams)) return undefined;
  return tableLook(name, searchParams);
}

/** The canonical form of a value. A number has many spellings (14051e818): those count as an access. */
function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : UNREADABLE;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Requested columns, of a repeated parameter all. */
const selectOf = (query: URLSearchParams): string =>
  query.has('select') ? query.getAll('select').join(',') : '*';

/** Of a function that answers with a row of a table, which may bring others along. */
function rowLook(source: string, select: string): Look | undefined {
  const isPlain = select.split(',').every((column) => PLAIN.test(column.trim()));
  return bringsOthers(select) || (MESSAGES.includes(source) && !isPlain)
    ? { kind: 'list', source }
    : undefined;
}

function functionLook(source: string, argument: (name: string) => string): Look | undefined {
  if (source === 'export_orders') return { kind: 'export', source };
  if (LISTS.includes(source)) return { kind: 'list', source };
  if (source === 'find_order_customer') {
    const rut = argument('p_rut');
    return rut
      ? { kind: 'search', source, by: 'rut', subject: wholeNumber(rut) }
      : { kind: 'search', source, by: 'phone', subject: wholeNumber(argument('p_phone')) };
  }
  if (source === 'preview_anonymization' && argument('p_by') !== 'account') {
    const by = argument('p_by') === 'phone' ? 'phone' : 'rut';
    return { kind: 'search', source, by, subject: wholeNumber(argument('p_value')) };
  }
  // Of one account: its name, e-mail and RUT.
  if (source === 'preview_anonymization') return { kind: 'list', source };
  const search = folded(argument('p_search')).trim();
  const by =
    source === 'search_profiles'
      ? profileSearch(search, argument('p_staff'))
      : orderSearch(search, argument('p_field'));
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

function tableLook(source: string, query: URLSearchParams): Look | undefined {
  const select = selectOf(query);
  const idColumn = TABLES[source];
  const embeds = bringsOthers(select);
  // Other tables that embed orders or people, by their name or by that of the foreign key.
  if (idColumn === undefined) return embeds ? { kind: 'list', source } : undefined;
  const columns = select.split(',').map((column) => column.trim());
  if (columns.every((column) => PLAIN.test(column)) && !isProbe(query)) return undefined;
  // The account is no information about the embedded orders.
  if (source === 'profiles' && embeds) return { kind: 'list', source };
  if (source === 'profiles' && OF_STAFF.test(query.get('role') ?? '')) return undefined;
  const order = query.get(idColumn)?.replace(/^eq\./, '') ?? '';
  if (idColumn && UUID.test(order)) return { kind: 'order', source, order };
  const filter = query.get('customer_rut') ?? query.get('rut') ?? '';
  const subject = wholeNumber(/^i?(?:eq|like)\.(.+)$/.exec(filter)?.[1] ?? '');
  if (subject) return { kind: 'search', source, by: 'rut', subject };
  // Whole rows are read in order to embed them.
  const kind = source === 'service_orders' && select === '*' ? 'export' : 'list';
  return {
    kind,
    source,
    hasIds: columns.some((column) => column === '*' || column === 'id') && !/\bid:/.test(select),
  };
}

/** Columns without personal data, whichever table embeds them. */
const HARMLESS = /^(?:count|component_types|suppliers|inventory)$/;

/** Whether a `select` embeds rows of another table that may contain personal data. */
const bringsOthers = (select: string): boolean =>
  [...select.matchAll(/([^,(:.]*)\(/g)].some(
    ([, target = '']) => !HARMLESS.test(target.split('!')[0]?.trim() ?? ''),
  );

/** Staff accounts only: every role except customer. */
const OF_STAFF = /^(?:neq\.customer|(?:eq\.|in\.\()(?!.*customer)[a-z_,]+\)?)$/;

/** Columns of a condition like `(status.eq.x,not.and(customer_rut.like.1*,…))`. */
const columnsIn = (condition: string): string[] =>
  [...condition.matchAll(/(?<=^|[(,])(?:not\.)?([^().,]+)\.(?=not\.|[a-z]+[.(])/g)].map(
    ([, column = '']) => column,
  );

/** Whether rows are filtered or sorted by personal data: even the existence of a match is information. */
const isProbe = (query: URLSearchParams): boolean =>
  [...query].some(([name, value]) => {
    if (/^(?:not\.)?(?:or|and)$/.test(name)) {
      const columns = columnsIn(value);
      return columns.length === 0 || columns.some((column) => !PLAIN.test(column));
    }
    const columns = name === 'order' ? value.split(',').map((part) => part.split('.')[0] ?? '') : [name];
    return columns.some((column) => !PLAIN.test(column) && !SHAPE.test(column));
  });
