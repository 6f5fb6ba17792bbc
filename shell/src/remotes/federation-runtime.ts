import {
  CurrentGlobal,
  getGlobalFederationConstructor,
  getRegisteredShare,
  ModuleFederation,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime-core';
import type { Shared } from '#src/remotes/federation.ts';

const SHARE_SCOPE = 'default';

let host: ModuleFederation | undefined;

/**
 * Starts the federation runtime, which the entries of remotes built by older tools and by development servers ask for
 * as soon as they are imported (`experiments.externalRuntime`).
 * @returns the share scope with the singletons.
 */
export async function provideRuntime(shared: Shared): Promise<object> {
  if (!host) {
    host = new ModuleFederation({ name: 'shell', remotes: [], shareStrategy: 'loaded-first', shared });
    setGlobalFederationInstance(host);
    Object.assign(globalThis, {
      _FEDERATION_RUNTIME_CORE: {
        CurrentGlobal,
        ModuleFederation,
        getGlobalFederationConstructor,
        setGlobalFederationConstructor,
        setGlobalFederationInstance,
        helpers: { global: {}, share: { getRegisteredShare }, utils: {} },
      },
    });
  }
  await Promise.all(host.initializeSharing(SHARE_SCOPE));
  return host.shareScopeMap[SHARE_SCOPE] ?? {};
}
