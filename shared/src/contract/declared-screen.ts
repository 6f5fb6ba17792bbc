import type { Role } from '#src/access/roles.ts';
import type { Screen } from '#src/contract/screen.ts';

/**
 * A screen that the list of screens (screens.ts) does not have, as those of remotes from other repositories. Its
 * remote's build brings it, and the site's registry passes it on to the shell.
 */
export interface DeclaredScreen extends Pick<
  Screen,
  'path' | 'title' | 'module' | 'tab' | 'tabGroup' | 'header'
> {
  frame: 'desk' | 'dashboard';
  /** Roles that may open the screen, among those with which the site admits the external remote. */
  roles: Role[];
}
