import type { Role } from '#src/access/roles.ts';
import type { Screen } from '#src/contract/screen.ts';

/**
 * A screen of a guest: of a remote from another repository, which this list of screens (screens.ts) does not have. Its
 * build brings it, and the site's registry passes it on to the shell.
 */
export interface GuestScreen extends Pick<
  Screen,
  'path' | 'title' | 'module' | 'tab' | 'tabGroup' | 'header'
> {
  frame: 'desk' | 'dashboard';
  /** Roles that may open the screen, among those with which the site admits the guest. */
  roles: Role[];
}
