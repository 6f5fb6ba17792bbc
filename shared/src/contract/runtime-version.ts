import { CONTRACT_VERSION } from '#src/contract/remote-module.ts';

/** A version of the contract: its number and, after the point, how often names were added to it. */
export type RuntimeVersion = `${number}.${number}`;

/** The contract of these sources. Adding an export to `shared/runtime` or `shared/query` raises it. */
export const RUNTIME_VERSION: RuntimeVersion = '1.4';

/** The versions that a shell provides, or that a remote's build requires. */
export interface RuntimeNeeds {
  contract: number;
  /** Provided by a shell; for a remote the one of the sources that it was built from. */
  runtime: RuntimeVersion;
}

/** The versions provided by this source tree. */
export const PROVIDED: RuntimeNeeds = { contract: CONTRACT_VERSION, runtime: RUNTIME_VERSION };

/** The reason why a remote cannot run on a shell: another contract, or a newer runtime is needed. Null if it can. */
export function misfit(needed: RuntimeNeeds, provided: RuntimeNeeds): 'contract' | 'runtime' | null {
  if (needed.contract !== provided.contract) return 'contract';
  const additions = (version: string) => Number(version.split('.')[1]);
  return additions(needed.runtime) > additions(provided.runtime) ? 'runtime' : null;
}
