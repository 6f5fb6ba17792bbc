import { LOCAL_BUILD, LOCAL_PATH } from '@taller/shared/contract/local-remote.ts';
import {
  reportPartFailures,
  type FailureKind,
  type ReportedFailure,
} from '@taller/shared/system-status/report-part-failures.ts';
import { partAt } from '#src/remotes/part-at.ts';
import { buildOf } from '#src/remotes/part-build.ts';

const SEND_AFTER_MS = 1000;
/** Failures reported for each page: the first ones are the causes. The database takes no more at once. */
const MOST = 10;
/** Most frames that are positions of components, and how many of those are the outermost. */
const COMPONENTS = 5;
const OUTERMOST = 2;
const ERROR_LENGTH = 2000;
const FRAME_LENGTH = 300;
/** Longer lines of a stack are of the message: with a picture in it, looking for scripts there would take minutes. */
const LINE_LENGTH = 1000;
const POSITION =
  /(?<script>(?:https?:\/\/[^\s()@/]+)?\/[^\s()?#]+?\.js)(?:\?[^\s():]*)?(?<position>:\d+:\d+)/g;
const REMOTE_SCRIPT = /\/(?<name>mfe-[a-z0-9-]+)\/(?<build>[0-9a-z]+)\/[^/\s]+\.js:/;

/** A remote's file, as the message names one that did not come or was refused. */
const REMOTE_FILE = /\/(?<name>mfe-[a-z0-9-]+)\/(?<build>[0-9a-z]+)\/[^/\s]+\.(?:js|css)\b/;

/** Positions in scripts of this site and its remotes; those of the site without its origin. */
function positionsIn(stack: string): string[] {
  const lines = stack.split('\n').filter((line) => line.length <= LINE_LENGTH);
  return [...lines.join('\n').matchAll(POSITION)]
    .map(({ groups: { script = '', position = '' } = {} }) => script.replace(location.origin, '') + position)
    .filter((frame) => frame.length <= FRAME_LENGTH);
}

/**
 * The place of a failure, then the components around it: the nearest, and the outermost of its remote, which is the
 * page. Without these the trace of an error in a shared component says nothing of the screen.
 */
function framesOf(error: unknown, components: string, boundary: string | undefined): string {
  const around = positionsIn(components);
  const [remote] = boundary?.split('/') ?? [];
  const own = remote ? around.filter((frame) => frame.includes(`/${remote}/`)) : around;
  const near = own.slice(0, COMPONENTS - OUTERMOST);
  const kept = [...near, ...own.slice(Math.max(near.length, own.length - OUTERMOST))];
  const stack = positionsIn(error instanceof Error ? (error.stack ?? '') : '');
  return [...stack.slice(0, MOST - kept.length), ...kept].join('\n');
}

/** Texts in quotes, which the database does not keep; one that is cut off here would not be one there. */
const QUOTED = /"[^"]*(?:"|$)|'[^']*'|«[^»]*(?:»|$)|`[^`]*(?:`|$)/g;

/** The words of what was thrown, whether it is an error or not. */
function wordsOf(thrown: unknown): string {
  if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`;
  const { message } = Object(thrown) as { message?: unknown };
  return String(typeof message === 'string' ? message : thrown);
}

/** The text of an error in a form that the database accepts: not empty, no character or quotation cut in two. */
function textOf(error: unknown): string {
  const said = wordsOf(error);
  const text = said.length > ERROR_LENGTH ? said.replaceAll(QUOTED, '«…»') : said;
  return (
    text
      .slice(0, ERROR_LENGTH)
      .replaceAll('\0', '')
      .replaceAll(/\p{Cs}/gu, '') || '(sin texto)'
  );
}

/** The part whose boundary caught it, else that of the file it speaks of, or whose script is first in the stack. */
function partOf(
  error: string,
  frames: string,
  boundary: string | undefined,
): Pick<ReportedFailure, 'part' | 'build'> {
  if (boundary) return { part: boundary, build: buildOf(boundary) ?? '' };
  const [first = ''] = frames.split('\n');
  const { name, build } = (REMOTE_FILE.exec(error) ?? REMOTE_SCRIPT.exec(first))?.groups ?? {};
  return name && build ? { part: name, build } : { part: 'shell', build: __SHELL_BUILD__ };
}

/** Whether it is of a remote under development, whose failures are the developer's. */
const isLocal = (error: unknown, boundary: string | undefined): boolean =>
  (error instanceof Error && error.stack?.includes(LOCAL_PATH) === true) ||
  (boundary !== undefined && buildOf(boundary) === LOCAL_BUILD);

/** A text or an object that was thrown has no stack: it is attributed to the part that is shown. */
const isNoError = (error: unknown): boolean => !(error instanceof Error) && (error ?? null) !== null;

const known = new Set<string>();
let waiting: ReportedFailure[] = [];

function send(): void {
  const failures = waiting;
  waiting = [];
  reportPartFailures(failures).catch((error: unknown) =>
    console.warn('Failures of this page could not be reported', error),
  );
}

/**
 * Reports a failure to the database, with its remote and build and without who it was (SHELL-42); each once a page, and
 * ten in all. An error of which no script of this site is the cause, for example of a browser extension or of a remote
 * under development, is not reported; what is thrown without being one is the part's that is shown.
 *
 * @param boundary the part that shows the failure, if a part does.
 * @param components React's stack of the components that it happened in.
 */
export function reportFailure(
  kind: FailureKind,
  error: unknown,
  boundary?: string,
  components?: string | null,
): void {
  if (error instanceof DOMException && error.name === 'AbortError') return;
  const part = kind === 'uncaught' && isNoError(error) ? partAt(location.pathname) : boundary;
  if (isLocal(error, part)) return;
  const frames = framesOf(error, components ?? '', boundary);
  if (kind === 'uncaught' && frames === '' && !isNoError(error)) return;
  const text = textOf(error);
  const failure = { ...partOf(text, frames, part), kind, error: text, frames };
  if (kind === 'uncaught') console.error(`${failure.part} · ${failure.build.slice(0, 7)}`, error);
  const key = JSON.stringify(failure);
  if (known.has(key) || known.size >= MOST) return;
  known.add(key);
  waiting.push(failure);
  if (waiting.length === 1) setTimeout(send, SEND_AFTER_MS);
}
