import { CONTRACT_VERSION } from '#src/contract/remote-module.ts';

/** A version of what the shell provides: the contract's number and, after the point, the number of additions since. */
export type RuntimeVersion = `${number}.${number}`;

/** What this shell provides: the newest entry of runtime-history.ts. */
export const RUNTIME_VERSION: RuntimeVersion = '1.3';

/** What a shell offers to remotes, or a remote's build asks of it. */
export interface RuntimeNeeds {
  contract: number;
  /** Provided by a shell; for a remote the oldest that has everything it uses. */
  runtime: RuntimeVersion;
}

/** What this very source tree provides. */
export const PROVIDED: RuntimeNeeds = { contract: CONTRACT_VERSION, runtime: RUNTIME_VERSION };

/** Why a remote cannot run on a shell: it was built for another contract, or uses what came with a newer runtime. Null if it can. */
export function misfit(needed: RuntimeNeeds, provided: RuntimeNeeds): 'contract' | 'runtime' | null {
  if (needed.contract !== provided.contract) return 'contract';
  const additions = (version: string) => Number(version.split('.')[1]);
  return additions(needed.runtime) > additions(provided.runtime) ? 'runtime' : null;
}
