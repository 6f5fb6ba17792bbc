import { partMark } from '@taller/shared/contract/part-marks.ts';
import { CONTRACT_VERSION, type RemoteModule } from '@taller/shared/contract/remote-module.ts';
import type { RegistryRemote } from '@taller/shared/contract/registry.ts';
import { misfit, PROVIDED } from '@taller/shared/contract/runtime-version.ts';
import { LazyValue } from '@taller/shared/runtime';
import { EntryFailure, loadModule } from '#src/remotes/federation.ts';
import { noteBuild } from '#src/remotes/part-build.ts';
import { findRemote, readRegistry, refreshRegistry } from '#src/remotes/registry.ts';
import {
  ensureStylesheet,
  preloadScripts,
  restoreStylesheets,
  verifyScripts,
} from '#src/remotes/stylesheets.ts';
import { UnfitRemote } from '#src/remotes/unfit-remote.ts';
import type { RemoteTarget } from '#src/routing/route-table.ts';

/** Timeout after which a remote counts as unavailable. */
const TIMEOUT_MS = 10_000;
const PAUSE_BEFORE_SECOND_TRY_MS = 400;

let attempts = 0;

class RemoteTimeout extends Error {}

/** Rejects a module of another remote: a wrong URL once rendered another remote's entry. */
function checked(loaded: { remote?: RemoteModule } | null, wanted: RegistryRemote): RemoteModule {
  const remote = loaded?.remote;
  if (!remote) throw new Error(`${wanted.name} (${wanted.build}) exposes no remote`);
  if (remote.name !== wanted.name) throw new Error(`${wanted.name} was asked for and ${remote.name} came`);
  if (remote.contract !== CONTRACT_VERSION) {
    throw new UnfitRemote(
      `${remote.name} (${remote.build}) keeps contract ${remote.contract}, the shell ${CONTRACT_VERSION}`,
    );
  }
  return remote;
}

/** Rejects a build that this shell cannot run, before requesting it. */
function assertFits({ name, build, ...needed }: RegistryRemote): void {
  const reason = misfit(needed, PROVIDED);
  if (reason === 'contract') {
    throw new UnfitRemote(
      `${name} (${build}) keeps contract ${needed.contract}, the shell ${PROVIDED.contract}: publish it again`,
    );
  }
  if (reason === 'runtime') {
    throw new UnfitRemote(
      `${name} (${build}) needs runtime ${needed.runtime}, the shell provides ${PROVIDED.runtime}: publish the site`,
    );
  }
}

function withTimeout<T>(work: Promise<T>, name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new RemoteTimeout(`${name} did not arrive within ${TIMEOUT_MS} ms`)),
      TIMEOUT_MS,
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The first of some scripts that the server does not have; undefined if it has all, or does not answer. */
async function firstGone(scripts: readonly string[]): Promise<string | undefined> {
  for (const script of scripts) {
    try {
      const { status } = await fetch(script, { method: 'HEAD', cache: 'no-store' });
      if (status === 404) return script;
    } catch {
      // Without an answer the remote's state is unknown.
    }
  }
  return undefined;
}

/** Opens a module, and says it if that fails because a script is not there: the browser does not tell. */
async function openModule(
  { plainEntry }: RegistryRemote,
  module: string,
  { entry, scripts }: { entry: string; scripts: readonly string[] },
): Promise<{ remote?: RemoteModule }> {
  try {
    return await loadModule(entry, module, plainEntry === true);
  } catch (error) {
    const script = await firstGone(scripts);
    if (script === undefined) throw error;
    const gone = new Error(`${script} is not on the server`);
    throw error instanceof EntryFailure ? new EntryFailure(gone.message, { cause: gone }) : gone;
  }
}

async function loadOnce(remote: RegistryRemote, module: string, entry: string): Promise<RemoteModule> {
  const files = remote.modules[module];
  if (!files) throw new Error(`${remote.name} (${remote.build}) does not expose ${module}`);
  const url = (file: string) => new URL(file, new URL(entry, location.href)).href;
  const hashes = new Map(Object.entries(remote.integrity ?? {}).map(([file, hash]) => [url(file), hash]));
  const entryHash = hashes.get(url(remote.entry));
  if (entryHash) hashes.set(url(entry), entryHash);
  const scripts = [...new Set([entry, ...remote.entryJs, ...files.js].map(url))];
  if (remote.integrity) await verifyScripts(scripts, hashes);
  else preloadScripts(scripts);
  const sheets = files.css.map((file) => ensureStylesheet(url(file), hashes.get(url(file))));
  const styles = Promise.all([...sheets, restoreStylesheets(url(remote.entry).replace(/[^/]*$/, ''))]);
  const opened = openModule(remote, module, { entry: url(entry), scripts });
  const [loaded] = await Promise.all([opened, styles]);
  return checked(loaded, remote);
}

const failedBefore = new Set<string>();
const unanswered = new Set<string>();
/** The build of each remote that has run on this page. */
const running = new Map<string, RegistryRemote>();

async function attempt({ remote: name, module }: RemoteTarget): Promise<RemoteModule> {
  attempts += 1;
  // A remote that has run on this page keeps its build; one that has not may be loaded in its newest build.
  const fresh = failedBefore.has(name) ? await refreshRegistry() : null;
  const remote = running.get(name) ?? findRemote(fresh ?? (await readRegistry()), name);
  const part = `${name}/${module}`;
  noteBuild(part, remote.build);
  performance.mark(partMark('asked', part));
  assertFits(remote);
  // The browser waits indefinitely for an entry that never responded, and never re-evaluates one that threw; another
  // URL avoids both.
  const entry = unanswered.has(name) ? `${remote.entry}?attempt=${attempts}` : remote.entry;
  const loaded = await withTimeout(loadOnce(remote, module, entry), `${name} (${remote.build})`);
  performance.mark(partMark('started', part));
  running.set(name, remote);
  return loaded;
}

/** Loads a module using the page's registry, and retries once with a fresh registry if that fails immediately. */
async function load(target: RemoteTarget): Promise<RemoteModule> {
  try {
    return await attempt(target);
  } catch (error) {
    failedBefore.add(target.remote);
    if (error instanceof RemoteTimeout || error instanceof EntryFailure) unanswered.add(target.remote);
    if (error instanceof RemoteTimeout) throw error;
    console.warn(`${target.remote}/${target.module} failed, trying again`, error);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_BEFORE_SECOND_TRY_MS));
    return attempt(target);
  }
}

const modules = new Map<string, LazyValue<RemoteModule>>();

/** A remote's module, loaded once. */
export function remoteModule(target: RemoteTarget): LazyValue<RemoteModule> {
  const key = `${target.remote}/${target.module}`;
  const present = modules.get(key);
  if (present) return present;
  const made = new LazyValue(() => load(target));
  modules.set(key, made);
  return made;
}
