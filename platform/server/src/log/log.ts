import { writeSync } from 'node:fs';
import { currentRequest } from './request-record.ts';
import { scrub } from './scrub.ts';

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type Level = (typeof LEVELS)[number];

/** Fields of a log line besides its message. A closed list, so that no name, address or body is logged: decision 27. */
export interface LogFields {
  request?: string;
  method?: string;
  /** Template, e.g. `/orders/view/:orderNumber`, never the actual URL. */
  route?: string;
  status?: number;
  ms?: number;
  role?: string;
  /** SQLSTATE, or a system error code. */
  code?: string;
  /** Function of supabase/functions, or part of the server, that logs. */
  part?: string;
  /** Cause of a failed request. */
  trouble?: string;
}

type Say = (text: string, fields?: LogFields) => void;

/** The server's log. Messages are scrubbed of personal data. */
export type Log = Record<Level, Say>;

/** Output and filter of the log. */
export interface LogOptions {
  write: (line: string) => void;
  /** `json`: one object per line, for machines. `text`: for a terminal. */
  format: 'json' | 'text';
  /** Minimum level. */
  level: Level;
}

const scrubbed = (text: string | undefined) => (text === undefined ? undefined : scrub(text));

/** Creates a log. */
export function createLog({ write, format, level }: LogOptions): Log {
  const sayAt = (at: Level): Say => {
    if (LEVELS.indexOf(at) < LEVELS.indexOf(level)) return () => undefined;
    return (text, fields = {}) => {
      const time = new Date().toISOString();
      const msg = scrub(text);
      const request = fields.request ?? currentRequest()?.id;
      if (format === 'json')
        write(
          JSON.stringify({ time, level: at, msg, ...fields, trouble: scrubbed(fields.trouble), request }),
        );
      else write(asText(time, at, msg, { ...fields, trouble: scrubbed(fields.trouble), request }));
    };
  };
  return { debug: sayAt('debug'), info: sayAt('info'), warn: sayAt('warn'), error: sayAt('error') };
}

const MARKS: Readonly<Record<Level, string>> = { debug: '·', info: ' ', warn: '!', error: '✗' };

function asText(time: string, level: Level, msg: string, fields: LogFields): string {
  const { status, ms, method, route, request, ...rest } = fields;
  const more = [
    msg,
    method,
    route,
    status,
    ms === undefined ? undefined : `${ms} ms`,
    ...Object.values(rest),
    request,
  ];
  const said = more.filter((part) => part !== undefined && part !== '');
  return `${MARKS[level]} ${time.slice(11, 19)} ${said.join('  ')}`;
}

/** A log without output, for tests. */
export const silentLog: Log = createLog({ write: () => undefined, format: 'text', level: 'error' });

/** Batches the lines of one event loop turn into one write. Pending lines are written when the process exits. */
export function lineWriter(stream: NodeJS.WriteStream & { fd: number }): (line: string) => void {
  let waiting = '';
  const flush = () => {
    if (waiting) stream.write(waiting);
    waiting = '';
  };
  process.on('exit', () => {
    try {
      if (waiting) writeSync(stream.fd, waiting);
    } catch {
      // The reader has closed the pipe.
    }
  });
  return (line) => {
    if (!waiting) setImmediate(flush);
    waiting += `${line}\n`;
  };
}

/** The log of `npm start`: JSON, or text on a terminal, unless LOG_FORMAT and LOG_LEVEL override it. */
export function processLog(env: NodeJS.ProcessEnv): Log {
  const format = env.LOG_FORMAT === 'json' || env.LOG_FORMAT === 'text' ? env.LOG_FORMAT : undefined;
  return createLog({
    write: lineWriter(process.stdout),
    format: format ?? (process.stdout.isTTY ? 'text' : 'json'),
    level: LEVELS.find((level) => level === env.LOG_LEVEL) ?? 'info',
  });
}
