import type { ShellContract } from '#src/site/assert-fits.ts';
import type { ShellDescriptor } from '#src/build/descriptors.ts';

/** File of a site with what its shell provides to remotes, for those who develop one on it (SHELL-70). */
export const SHELL_FILE = 'shell.json';

/** Its contents: nothing that the shell's scripts do not tell. */
export function shellFile({ contract, runtime, packages, opens, exports }: ShellDescriptor): string {
  return JSON.stringify({ contract, runtime, packages, opens, exports } satisfies ShellContract);
}
