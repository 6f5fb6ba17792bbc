import type { ShellContract } from '#src/site/assert-fits.ts';
import type { ShellDescriptor } from '#src/build/descriptors.ts';

/** File of a site with its shell's contract, for developing remotes on the site (SHELL-70). */
export const SHELL_FILE = 'shell.json';

/** Contents of the file. The shell's scripts already disclose all of it. */
export function shellFile({ contract, runtime, packages, opens, exports }: ShellDescriptor): string {
  return JSON.stringify({ contract, runtime, packages, opens, exports } satisfies ShellContract);
}
