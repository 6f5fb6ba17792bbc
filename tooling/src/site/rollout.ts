import { ROLE_LABELS, type Role } from '@taller/shared/access/roles.ts';
import type { RegistryCandidate, RegistryRemote } from '@taller/shared/contract/registry.ts';
import type { PublishedRemote, Release } from '#src/site/release.ts';

/** A build that a part of the browsers runs, beside the current one. */
export interface Rollout {
  build: string;
  /** URL of the folder with its files, with a trailing slash, if they are on another host. */
  base?: string;
  /** Per cent of the browsers, 1 to 100. */
  share: number;
  /** Only where one of these is signed in; absent for everybody. */
  roles?: Role[];
  /** True while nobody runs it. */
  paused?: boolean;
  /** ISO 8601. */
  startedAt: string;
  /** From when its visits count, ISO 8601; absent from the hour in which it began. */
  countedFrom?: string;
}

/** Why a rollout ended by itself. */
export interface StoppedRollout {
  build: string;
  /** ISO 8601. */
  at: string;
  /** In Spanish, with the counts. */
  why: string;
}

const HOUR_MS = 60 * 60 * 1000;
const hourOf = (time: string | Date): number => Math.floor(new Date(time).getTime() / HOUR_MS) * HOUR_MS;

/** From when the visits of a rollout count. Counts are by hour: the one in which it began counts whole. */
export const countsFrom = ({ startedAt, countedFrom }: Rollout): number =>
  countedFrom === undefined ? hourOf(startedAt) : Date.parse(countedFrom);

/**
 * From when the visits of a build count that begins now, if not from this hour: in it are those for which it stopped,
 * which would end it at the next look.
 */
export const countedAfter = (
  { stopped, rollout }: PublishedRemote,
  build: string,
  now: Date,
): string | undefined => {
  if (rollout) return rollout.countedFrom;
  const isSameHour = stopped?.build === build && hourOf(stopped.at) === hourOf(now);
  return isSameHour ? new Date(hourOf(now) + HOUR_MS).toISOString() : undefined;
};

/** What the registry says of a rollout; undefined if nobody is to run it. */
export const candidateOf = (
  { rollout }: PublishedRemote,
  entry: RegistryRemote | undefined,
): RegistryCandidate | undefined =>
  rollout && !rollout.paused && entry
    ? { remote: entry, share: rollout.share, ...(rollout.roles && { roles: rollout.roles }) }
    : undefined;

/** Who runs a rollout, in words: `10 % de los navegadores de Admin`. */
export const audienceOf = ({ share, roles, paused }: Pick<Rollout, 'share' | 'roles' | 'paused'>): string => {
  if (paused) return 'en pausa';
  const browsers = share === 100 ? 'todos los navegadores' : `${share} % de los navegadores`;
  return roles ? `${browsers} de ${roles.map((role) => ROLE_LABELS[role]).join(', ')}` : browsers;
};

/** The remote when nobody runs another build of it any more. Open tabs keep that build's files for their time. */
export function withoutRollout(remote: PublishedRemote, now: Date): PublishedRemote {
  const { rollout, ...rest } = remote;
  if (!rollout) return remote;
  const { build, base, startedAt } = rollout;
  const ended = {
    publishedAt: startedAt,
    base,
    ...remote.builds.find((other) => other.build === build),
    build,
  };
  return {
    ...rest,
    builds: [
      ...remote.builds.filter((other) => other.build !== build),
      { ...ended, retiredAt: now.toISOString() },
    ],
  };
}

/** The rollouts of a release, by remote. */
export const rolloutsOf = ({ remotes }: Pick<Release, 'remotes'>): [string, Rollout][] =>
  Object.entries(remotes).flatMap(([name, { rollout }]): [string, Rollout][] =>
    rollout ? [[name, rollout]] : [],
  );
