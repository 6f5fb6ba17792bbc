import type { RemoteName } from '@taller/shared/contract/remote-names.ts';

const WELL_FORMED = /^mfe-[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** The length of the longest name with `mfe-`: the page 'Estado' takes no longer one. */
const LONGEST = 43;

/** Whether a text can be the name of a remote, of this workspace or of another repository. */
export const isRemoteName = (name: string): name is RemoteName =>
  name.length <= LONGEST && WELL_FORMED.test(name);
