import { REMOTE_NAMES, type RemoteName } from '@taller/shared/contract/remote-names.ts';

/**
 * Port of the shell's development server. The remotes use the following ones, in the order of their list. `DEV_PORT`
 * changes all of them.
 */
export const SHELL_PORT = Number(process.env.DEV_PORT || 5200);

/** Port of a remote's development server. */
export const remotePort = (name: RemoteName): number => SHELL_PORT + 1 + REMOTE_NAMES.indexOf(name);
