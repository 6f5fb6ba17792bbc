import { SCREEN_PERMISSIONS } from '#src/access/permissions.ts';
import type { Role } from '#src/access/roles.ts';
import type { DeclaredScreen } from '#src/contract/declared-screen.ts';
import type { RemoteName } from '#src/contract/remote-names.ts';
import type { Screen } from '#src/contract/screen.ts';
import { SCREENS } from '#src/contract/screens.ts';
import { BELL, PALETTE } from '#src/contract/widgets.ts';

/** The modules of a remote that this shell loads, without duplicates. */
export function openedModules(remote: RemoteName): string[] {
  const ofScreens = Object.values<Screen>(SCREENS).map((screen) => ({ module: 'routes', ...screen }));
  const asked = [...ofScreens, BELL, PALETTE].filter((one) => one.remote === remote);
  return [...new Set(asked.map(({ module }) => module))].sort();
}

/** A part of a remote as a user sees it: publishing opens each of them (SHELL-40). */
export interface OpenedPart {
  module: string;
  /** Pattern of the router. */
  path: string;
  /** A role that may see it; null if everybody may. */
  role: Role | null;
  /** Keys that show it, if it is not shown at once. */
  keys?: string;
}

/** The screens as parts, each path once. */
function partsOf(screens: readonly Screen[]): Map<string, OpenedPart> {
  const parts = new Map<string, OpenedPart>();
  for (const { module = 'routes', path, permission, roles } of screens) {
    const [role = null] = permission ? SCREEN_PERMISSIONS[permission] : (roles ?? []);
    parts.set(`${module} ${path}`, { module, path, role });
  }
  return parts;
}

/** The modules of an external remote that the shell opens. */
export const declaredParts = (screens: readonly DeclaredScreen[]): OpenedPart[] => [
  ...partsOf(screens).values(),
];

/** Every screen and widget of a remote that this shell shows, each path once for a role. */
export function openedParts(remote: RemoteName): OpenedPart[] {
  const parts = partsOf(Object.values<Screen>(SCREENS).filter((screen) => screen.remote === remote));
  const { path } = SCREENS.dashboard;
  const widgets: (OpenedPart & { remote: string })[] = [
    { ...BELL, path, role: 'admin' },
    { ...PALETTE, path, role: 'admin', keys: 'Control+k' },
  ];
  for (const { remote: owner, ...widget } of widgets) if (owner === remote) parts.set(widget.module, widget);
  return [...parts.values()];
}

/** A screen of the workspace in a build: whole if a registry can bring it, else the path alone. */
export type OwnScreen = DeclaredScreen | Pick<DeclaredScreen, 'path'>;

/** A screen as a registry can bring it to a shell that does not list it; the path alone of any other. */
function ownScreen({ path, title, module, tab, tabGroup, header, ...screen }: Screen): OwnScreen {
  const { frame, permission, query, modal, prerendered, plain, signedOut } = screen;
  const isOrdinary = !query && !modal && !prerendered && !plain && !signedOut;
  if (!permission || !isOrdinary || (frame !== 'desk' && frame !== 'dashboard')) return { path };
  const roles = [...SCREEN_PERMISSIONS[permission]];
  return { path, title, module, frame, tab, tabGroup, header, roles };
}

/** The screens that the workspace lists for a remote. */
export const ownScreens = (remote: RemoteName): OwnScreen[] =>
  Object.values<Screen>(SCREENS).flatMap((screen) => (screen.remote === remote ? [ownScreen(screen)] : []));
