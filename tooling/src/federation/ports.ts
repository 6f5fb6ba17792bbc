import type { RemoteName } from '@taller/shared/contract/remote-module.ts';

/** Every remote of the site and the port of its development server. */
export const REMOTE_PORTS: Record<RemoteName, number> = {
  'mfe-public': 5201,
  'mfe-customer': 5202,
  'mfe-orders': 5203,
  'mfe-inventory': 5204,
  'mfe-reports': 5205,
};

export const REMOTE_NAMES = Object.keys(REMOTE_PORTS) as RemoteName[];

/** Port of the shell's development server. */
export const SHELL_PORT = 5200;
