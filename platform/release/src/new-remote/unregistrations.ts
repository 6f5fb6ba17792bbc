import type { Screen } from '@taller/shared/contract/screen.ts';
import { SCREENS } from '@taller/shared/contract/screens.ts';
import { PERMISSIONS_FILE, withoutPermission } from '#src/new-remote/permission-source.ts';
import { PROJECTS_FILE, type Projects } from '#src/new-remote/registrations.ts';
import { SCREENS_FILE, screensSource } from '#src/new-remote/screens-source.ts';

const BUDGETS_FILE = 'budgets.json';
const LAYERS_FILE = 'platform/release/src/layers/layers.ts';
const ARCHITECTURE_FILE = 'ARCHITECTURE.md';

const screens: [key: string, screen: Screen][] = Object.entries(SCREENS);

/** The screens of a remote, by key. */
export const screensOf = (name: string): Map<string, Screen> =>
  new Map(screens.filter(([, { remote }]) => remote === name));

/** Permissions that only screens of this remote ask for. */
function ownPermissions(name: string): string[] {
  const asked = (own: boolean) =>
    screens.flatMap(([, { remote, permission }]) =>
      (remote === name) === own && permission ? [permission] : [],
    );
  const others = new Set(asked(false));
  return [...new Set(asked(true))].filter((permission) => !others.has(permission));
}

const withoutScreens = (name: string) =>
  screensSource(Object.fromEntries(screens.filter(([, { remote }]) => remote !== name)));

function withoutProject(source: string, name: string): string {
  const projects = JSON.parse(source) as Projects;
  const references = projects.references.filter(({ path }) => path !== `./${name}`);
  return JSON.stringify({ ...projects, references });
}

function withoutBudgets(source: string, name: string): string {
  const budgets = JSON.parse(source) as { modules: Record<string, number> };
  const modules = Object.entries(budgets.modules).filter(([module]) => !module.startsWith(`${name}/`));
  // The formatter keeps this indentation.
  return JSON.stringify({ ...budgets, modules: Object.fromEntries(modules) }, null, 2) + '\n';
}

/** Its features that show parts of others: each is one call. */
const withoutLayers = (source: string, name: string) =>
  source.replaceAll(new RegExp(`^ {2}feature\\('${name}/[^]*?\\]\\),\\n`, 'gm'), '');

/** The same in the list of the architecture, where each is one item. */
const withoutItems = (source: string, name: string) =>
  source.replaceAll(new RegExp(`^- \`${name}/features/(?:.+\\n)(?: .+\\n)*`, 'gm'), '');

/**
 * Removes a remote from every list of the workspace.
 * @param read returns the current text of a file.
 * @param isAsked whether other code than the lists asks for a permission.
 * @returns the new text of each file that changes, unformatted.
 */
export async function unregistered(
  name: string,
  read: (file: string) => Promise<string>,
  isAsked: (permission: string) => Promise<boolean>,
): Promise<Map<string, string>> {
  const changes = new Map([[SCREENS_FILE, withoutScreens(name)]]);
  let permissions = await read(PERMISSIONS_FILE);
  for (const permission of ownPermissions(name)) {
    if (!(await isAsked(permission))) permissions = withoutPermission(permissions, permission);
  }
  const rest: [file: string, without: (source: string, name: string) => string][] = [
    [PROJECTS_FILE, withoutProject],
    [BUDGETS_FILE, withoutBudgets],
    [LAYERS_FILE, withoutLayers],
    [ARCHITECTURE_FILE, withoutItems],
    [PERMISSIONS_FILE, () => permissions],
  ];
  for (const [file, without] of rest) {
    const source = await read(file);
    const changed = without(source, name);
    if (changed !== source) changes.set(file, changed);
  }
  return changes;
}
