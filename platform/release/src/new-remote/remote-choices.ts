import { ROLES, STAFF_ROLES, type Role } from '@taller/shared/access/roles.ts';
import type { Screen } from '@taller/shared/contract/screen.ts';

/** An invalid name or choice. The message is in Spanish, for the developer. */
export class BadRemoteName extends Error {}

/** The menus that can link the first screen of a remote. */
const MENUS = ['panel', 'header', 'none'] as const;
/** Captions of the tabs when they stand beside the screens; the first one is that of a tab without a group. */
const GROUPS = ['Trabajo', 'Bodega', 'Gestión'] as const satisfies readonly (
  | 'Trabajo'
  | NonNullable<Screen['tabGroup']>
)[];

/** A developer's choices for a remote's first screen. */
export interface RemoteChoices {
  /** Title of the page, tab or link; derived from the remote's name if absent. */
  title?: string;
  /** Roles that may open the screen. */
  roles: readonly Role[];
  /** `panel`: a tab, which stands beside the screens on wide windows. */
  menu: (typeof MENUS)[number];
  /** Group of the screen's tab. */
  group: (typeof GROUPS)[number];
  /** Whether its first screen is a searchable list, with a function in the database. */
  list: boolean;
}

/** The command's options, as typed. */
export type TypedChoices = Partial<Record<Exclude<keyof RemoteChoices, 'list'>, string>> & { list?: boolean };

const LONGEST_TITLE = 40;

function oneOf<Choice extends string>(known: readonly Choice[], typed: string, option: string): Choice {
  const found = known.find((choice) => choice === typed);
  if (found === undefined)
    throw new BadRemoteName(`--${option} no puede ser «${typed}». Elige entre: ${known.join(', ')}.`);
  return found;
}

/** Reads the options. @throws BadRemoteName */
export function remoteChoices({
  title,
  roles,
  menu = 'panel',
  group,
  list = false,
}: TypedChoices): RemoteChoices {
  const named = title?.trim();
  if (named === '' || (named && (named.length > LONGEST_TITLE || /[\p{Cc}<>]/u.test(named))))
    throw new BadRemoteName(`--title debe tener entre 1 y ${LONGEST_TITLE} letras, sin < ni >.`);
  const allowed = roles?.split(',').map((role) => oneOf(ROLES, role.trim(), 'roles'));
  const choices: RemoteChoices = {
    title: named,
    // In the order of the list of roles.
    roles: allowed ? ROLES.filter((role) => allowed.includes(role)) : STAFF_ROLES,
    menu: oneOf(MENUS, menu, 'menu'),
    group: oneOf(GROUPS, group ?? 'Trabajo', 'group'),
    list,
  };
  if (choices.menu === 'panel' && choices.roles.includes('customer'))
    throw new BadRemoteName(
      'Los clientes no tienen pestañas en su panel: agrega --menu header o --menu none.',
    );
  if (list && choices.roles.includes('customer'))
    throw new BadRemoteName(
      '--list es para el personal: la función de un cliente mira de quién es cada fila.',
    );
  if (choices.menu !== 'panel' && group !== undefined)
    throw new BadRemoteName('--group es de una pestaña: úsalo con --menu panel.');
  return choices;
}
