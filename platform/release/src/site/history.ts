import type { PublishedBuild, PublishedRemote, Release, RetiredShell } from '#src/site/release.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long the files of a replaced build are kept, for open tabs. */
export const KEEP_DAYS = 7;

function without(build: PublishedBuild): PublishedBuild {
  const { retiredAt: _, ...rest } = build;
  return rest;
}

/** Makes a build the current one. No change if it already is, at the same place. */
export function publishBuild(
  remote: PublishedRemote | undefined,
  { build, base, now }: { build: string; base?: string; now: Date },
): PublishedRemote {
  const publishedAt = now.toISOString();
  if (!remote) return { current: build, builds: [{ build, publishedAt, base }] };
  const known = remote.builds.find((other) => other.build === build);
  if (remote.current === build && known?.base === base) return remote;
  const previous = remote.current === build ? known?.previous : remote.current;
  const published = { build, publishedAt, previous, base };
  const others = remote.builds.map((other) =>
    other.build === remote.current ? { ...other, retiredAt: publishedAt } : other,
  );
  return {
    current: build,
    builds: [...others.filter((other) => other.build !== build), published],
  };
}

/** The previous build that is still kept, or null. */
export function rollbackTarget(remote: PublishedRemote): PublishedBuild | null {
  const running = remote.builds.find(({ build }) => build === remote.current);
  return remote.builds.find(({ build }) => build === running?.previous) ?? null;
}

/** The shell's builds after a publication. In a release without a history, the running build is its first entry. */
export function publishShellBuild(
  before: Pick<Release, 'shell' | 'shells'> | null,
  build: string,
  now: Date,
): PublishedRemote {
  const running = before && { current: before.shell.build, builds: [before.shell] };
  return publishBuild(before?.shells ?? running ?? undefined, { build, now });
}

/** Rolls back to the previous build; a second time goes one further back. Null if none is left. */
export function rollBack(remote: PublishedRemote, now: Date): PublishedRemote | null {
  const target = rollbackTarget(remote);
  if (!target) return null;
  const at = now.toISOString();
  return {
    current: target.build,
    builds: remote.builds.map((other) => {
      if (other.build === target.build) return { ...without(other), publishedAt: at };
      return other.build === remote.current ? { ...other, retiredAt: at } : other;
    }),
  };
}

/** Whether a file replaced at that time is still kept. */
export const isFresh = (retiredAt: string | undefined, now: Date, keepDays: number) =>
  retiredAt !== undefined && now.getTime() - Date.parse(retiredAt) < keepDays * DAY_MS;

/** Drops builds whose grace period is over, except the current one and the target of a rollback. */
export function pruneBuilds(remote: PublishedRemote, now: Date, keepDays: number): PublishedRemote {
  const needed = new Set([remote.current, rollbackTarget(remote)?.build]);
  return {
    ...remote,
    builds: remote.builds.filter(
      ({ build, retiredAt }) => needed.has(build) || isFresh(retiredAt, now, keepDays),
    ),
  };
}

/** The replaced shells whose files are kept. */
export const pruneShells = (shells: readonly RetiredShell[], now: Date, keepDays: number): RetiredShell[] =>
  shells.filter(({ retiredAt }) => isFresh(retiredAt, now, keepDays));

/** Files of a replaced shell that open tabs may still load. */
export const retiredShell = ({ shell, files }: Release, now: Date): RetiredShell => ({
  build: shell.build,
  retiredAt: now.toISOString(),
  files: files.filter((file) => file.startsWith('assets/')),
});

/** The branding of a replaced release, whose files stay as long as those of a replaced shell. */
export const retiredBranding = ({ id, look = [] }: Release, now: Date): RetiredShell[] =>
  look.length > 0 ? [{ build: `look-${id}`, retiredAt: now.toISOString(), files: look }] : [];
