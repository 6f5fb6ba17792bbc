import { CONTRACT_VERSION } from '#src/contract/remote-module.ts';

/** A runtime version: the contract version and, after the point, the number of additions and removals since. */
export type RuntimeVersion = `${number}.${number}`;

/** What this shell provides: the newest entry of runtime-history.ts. */
export const RUNTIME_VERSION: RuntimeVersion = '1.4';

/** The versions that a shell provides, or that a remote's build requires. */
export interface RuntimeNeeds {
  contract: number;
  /** Provided by a shell; for a remote the oldest one that suffices. */
  runtime: RuntimeVersion;
}

/** The versions provided by this source tree. */
export const PROVIDED: RuntimeNeeds = { contract: CONTRACT_VERSION, runtime: RUNTIME_VERSION };

/** Why a remote cannot run on a shell: another contract version, or a newer runtime is required. Null if it can. */
export function misfit(needed: RuntimeNeeds, provided: RuntimeNeeds): 'contract' | 'runtime' | null {
  if (needed.contract !== provided.contract) return 'contract';
  const additions = (version: string) => Number(version.split('.')[1]);
  return additions(needed.runtime) > additions(provided.runtime) ? 'runtime' : null;
}
