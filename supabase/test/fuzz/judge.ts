import { fileURLToPath } from 'node:url';
import type { Actor } from '../support/shop.ts';
import { leaksTo, type Marks } from './marks.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** A stack trace, a path of this machine, a password hash. */
const INSIDES: readonly (readonly [what: string, shape: RegExp | string])[] = [
  ['a stack trace', /\n\s+at .+:\d+:\d+/],
  ['a path of the server', ROOT],
  ['a path of the server', 'node_modules'],
  ['a hash of a password', /\$2[aby]\$\d\d\$/],
];

/** Server errors. 503 and 504 are temporary rejections: a limit, or a statement timeout. */
const isFault = (status: number): boolean => status >= 500 && status !== 503 && status !== 504;

/** Problems of a response; empty if there are none. */
export function faultsOf(actor: Actor, status: number, text: string, marks: Marks): string[] {
  return [
    ...(isFault(status) ? [`status ${status}: ${text.slice(0, 300)}`] : []),
    ...INSIDES.filter(([, shape]) =>
      typeof shape === 'string' ? text.includes(shape) : shape.test(text),
    ).map(([what]) => `${what}: ${text.slice(0, 300)}`),
    ...leaksTo(actor, text, marks).map((place) => `${actor} reads ${place}`),
  ];
}
