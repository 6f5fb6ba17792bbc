import { z } from 'zod';
import { ROLES } from '@taller/shared/access/roles.ts';
import type { DeclaredScreen } from '@taller/shared/contract/declared-screen.ts';
import { PublishError } from '#src/site/publish-error.ts';

/** `/dashboard/garantias/:id`: lower case, and parameters. */
const PATH = /^(?:\/(?:[a-z0-9]+(?:-[a-z0-9]+)*|:[a-z][A-Za-z0-9]*))+$/;
const PREFIX = /^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)+$/;

/** First segments of paths that are not screens: files of the site, and routes of its server. */
const RESERVED = [
  'assets',
  'remotes',
  'previews',
  'auth',
  'rest',
  'realtime',
  'functions',
  'storage',
  'healthz',
];

/** Visible text: without invisible characters, and without those that reverse the direction of the text around it. */
const label = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u, 'tiene caracteres que no se ven');

const declaredScreen = z.strictObject({
  path: z.string().max(100).regex(PATH),
  title: label(60),
  module: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/)
    .optional(),
  frame: z.enum(['desk', 'dashboard']),
  tab: label(20).optional(),
  tabGroup: z.enum(['Bodega', 'Gestión']).optional(),
  header: label(20).optional(),
  roles: z.array(z.enum(ROLES)).min(1),
}) satisfies z.ZodType<DeclaredScreen>;

/** An address without the names of its parameters. */
const shapeOf = ({ path }: Pick<DeclaredScreen, 'path'>): string => path.replaceAll(/:\w+/g, ':');

const declaredScreens = z
  .array(declaredScreen)
  .min(1)
  .max(20)
  .refine(
    (screens) => new Set(screens.map(shapeOf)).size === screens.length,
    'dos pantallas tienen la misma dirección',
  );

/**
 * The screens of a manifest or of a build, which come from another team.
 * @throws PublishError with the first field that is wrong.
 */
export function parseDeclaredScreens(name: string, screens: unknown): DeclaredScreen[] {
  const parsed = declaredScreens.safeParse(screens);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  const where = ['screens', ...(first?.path ?? [])].join('.');
  throw new PublishError(`Las pantallas de ${name} no sirven: ${where}: ${first?.message}`);
}

/** The prefix of an external remote's addresses. @throws PublishError if screens cannot be there. */
export function parsePrefix(prefix: string): string {
  const [, first = ''] = prefix.split('/');
  if (!PREFIX.test(prefix) || RESERVED.includes(first))
    throw new PublishError(
      `--admit lleva la dirección de sus pantallas, con minúsculas, números y guiones (/dashboard/garantias): ${prefix} no sirve.`,
    );
  return prefix;
}

/** Whether an address is the prefix or below it. */
export const isBelow = (path: string, prefix: string): boolean =>
  path === prefix || path.startsWith(`${prefix}/`);

const isParameter = (segment: string) => segment.startsWith(':');

/** Whether one address may match both patterns. */
export function overlaps(one: string, other: string): boolean {
  const [left, right] = [one.split('/'), other.split('/')];
  return (
    left.length === right.length &&
    left.every((segment, index) => {
      const against = right[index] ?? '';
      return segment === against || isParameter(segment) || isParameter(against);
    })
  );
}
