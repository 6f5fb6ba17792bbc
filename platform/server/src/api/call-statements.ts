import type { Statement } from '../database/pipelined-transaction.ts';
import type { Answer } from '../http/answer.ts';
import { CORS, MAX_ROWS, quoted, type Catalogue, type DirectPlan, type DirectRow } from './direct-plan.ts';

type FunctionInfo = NonNullable<Catalogue['functions']>[number];

/** The kind of a function's result. */
type Answers = 'rows' | 'value' | 'nothing';

/** Number of prepared statements per connection: the site calls about fifty functions, each with few argument sets. */
const KEPT_TEXTS = 300;

/** Builds the statements that call functions of the API. */
export class CallStatements {
  readonly #texts = new Map<string, string>();

  /**
   * The call of a function with the arguments of a body; undefined if the body is not a JSON object or the function
   * cannot be called by one statement with named arguments.
   */
  plan(functions: readonly FunctionInfo[], name: string, body: string): DirectPlan | undefined {
    const [found, ...overloads] = functions.filter((one) => one.schema === 'public' && one.name === name);
    const values = objectIn(body);
    if (!found || overloads.length > 0 || !values) return undefined;
    const given = new Set(Object.keys(values));
    if (!takes(found, given) || !found.arg_names.every((one, at) => fits(values[one], found.arg_types[at])))
      return undefined;
    const answers = answersOf(found);
    if (!answers) return undefined;
    const parameters = given.size > 0 ? [body] : [];
    return {
      statement: { parameters, ...this.#text(found, given, answers) },
      executed: { type: 'rpc', function: name, args: values },
      mayWrite: found.volatility === 'v',
      answer: (row) => toAnswer(row, answers),
    };
  }

  #text(
    found: FunctionInfo,
    given: ReadonlySet<string>,
    answers: Answers,
  ): Pick<Statement, 'text' | 'prepare'> {
    // In the function's parameter order, so that the key order of the body does not produce different statements.
    const names = found.arg_names.filter((name) => given.has(name));
    const key = JSON.stringify([found.name, names]);
    const known = this.#texts.get(key);
    if (known !== undefined) return { text: known, prepare: true };
    const text = callText(found, names, answers);
    const prepare = this.#texts.size < KEPT_TEXTS;
    if (prepare) this.#texts.set(key, text);
    return { text, prepare };
  }
}

/** The arguments of a body by name; undefined if it is not a JSON object. */
function objectIn(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether both code paths interpret a value the same way: for a text parameter they treat arrays differently. */
function fits(value: unknown, type = ''): boolean {
  const isJson = type === 'json' || type === 'jsonb';
  if (Array.isArray(value)) return isJson || type.endsWith('[]');
  if (typeof value === 'object' && value !== null) return isJson;
  if (typeof value === 'boolean') return isJson || type === 'boolean';
  return !(isJson && typeof value === 'string');
}

/** Whether a function can be called with these arguments by name. */
function takes(found: FunctionInfo, given: ReadonlySet<string>): boolean {
  const { arg_names: names, arg_types: types, arg_defaults: defaults, has_variadic: isVariadic } = found;
  if (isVariadic || names.length !== types.length || names.includes('')) return false;
  const needed = names.slice(0, names.length - defaults);
  return needed.every((name) => given.has(name)) && [...given].every((name) => names.includes(name));
}

/** How a function's result is returned, if its JSON can be passed through unchanged. */
function answersOf(found: FunctionInfo): Answers | undefined {
  const { return_is_setof: isSet, return_typtype: kind, has_out_args: hasColumns } = found;
  const isRow = hasColumns || kind === 'c' || kind === 'p';
  if (isSet) return isRow ? 'rows' : undefined;
  if (isRow) return undefined;
  if (found.return_type === 'void') return 'nothing';
  // A domain may define its own media type.
  return kind === 'b' || kind === 'e' ? 'value' : undefined;
}

/** The statement; its only parameter is the body, from which PostgreSQL extracts the typed arguments. */
function callText(found: FunctionInfo, names: readonly string[], answers: Answers): string {
  const columns = names.map((name) => `${quoted(name)} ${found.arg_types[found.arg_names.indexOf(name)]}`);
  const given = names.length > 0 ? `json_to_record($1::json) as a(${columns.join(', ')})` : '(select) as a';
  const call = `public.${quoted(found.name)}(${names.map((name) => `${quoted(name)} => a.${quoted(name)}`).join(', ')})`;
  // Read after the call, which may set them.
  const told = `current_setting('response.status', true) as status, current_setting('response.headers', true) as headers`;
  if (answers === 'rows') {
    return `select coalesce(json_agg(r), '[]')::text as body, count(r)::text as count, ${told}
      from (select f.* from ${given}, lateral ${call} as f limit ${MAX_ROWS}) as r`;
  }
  const body = answers === 'nothing' ? `${call}::text` : `coalesce(to_json(${call}), 'null')::text`;
  return `select ${body} as body, ${told} from ${given}`;
}

/** The response with PostgREST's headers and those set by the function. */
function toAnswer({ body = '', count = '1', status, headers }: DirectRow, answers: Answers): Answer {
  const given = headers ? (JSON.parse(headers) as Record<string, string>[]) : [];
  const range = answers === 'rows' ? (count === '0' ? '*' : `0-${Number(count) - 1}`) : '0-0';
  const content = answers === 'nothing' ? {} : { 'content-type': 'application/json; charset=utf-8' };
  return {
    status: status ? Number(status) : answers === 'nothing' ? 204 : 200,
    headers: { ...CORS, ...content, 'content-range': `${range}/*`, ...Object.assign({}, ...given) },
    body: answers === 'nothing' ? '' : body,
  };
}
