import type { browserArea } from '@taller/shared/contract/storage.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { isForRole } from '@taller/shared/contract/audience.ts';
import type { RegistryCandidate, RegistryRemote } from '@taller/shared/contract/registry.ts';
import { dropStyles } from '#src/preview/drop-styles.ts';

type Area = Pick<typeof browserArea, 'getItem' | 'keep'>;

/** Local storage key: a random number of this browser, from 0 to below 100. */
const SIDE = 'taller.side';

/** Where the first characters of a build's name put it, from 0 to below 100. */
function turnOf(build: string): number {
  let turn = 0;
  for (const letter of build.slice(0, 12)) turn = (turn * 31 + letter.charCodeAt(0)) % 100;
  return turn;
}

/**
 * The side of this browser for a build, from 0 to below 100: the same at every visit, and another for the next build,
 * so that not the same browsers are always the first. Null if the browser keeps nothing, and would change sides with
 * each page.
 */
function sideOf(build: string, area: Area): number | null {
  let side = Number(area.getItem(SIDE) ?? Number.NaN);
  if (!(side >= 0 && side < 100)) {
    side = Math.random() * 100;
    if (!area.keep(SIDE, String(side))) return null;
  }
  return (side + turnOf(build)) % 100;
}

/** What decides which build a browser runs. */
interface Browser {
  /** Of who is signed in, if somebody is. */
  role: Role | undefined;
  /** Where the browser keeps its side. */
  area: Area;
  /** Whether the build is going to run, and is not only fetched for later. */
  isLoaded?: boolean;
}

/**
 * The build of a remote that this browser runs while another one is published to a part of them (SHELL-82). More
 * browsers join when the share grows, and none changes back.
 */
export function chooseBuild(
  current: RegistryRemote,
  candidate: RegistryCandidate,
  { role, area, isLoaded = false }: Browser,
): RegistryRemote {
  if (!isForRole(candidate, role)) return current;
  const { remote, share } = candidate;
  const side = sideOf(remote.build, area);
  if (side === null || side >= share) return current;
  if (isLoaded) dropStyles(current.entry);
  return remote;
}
