import type { ScreenPermission } from '#src/access/permissions.ts';
import type { Role } from '#src/access/roles.ts';

/** A screen of the site, as listed in screens.ts. */
export interface Screen {
  /** Pattern for the router. */
  path: string;
  /** Optional suffix after the path. */
  query?: string;
  /** Document title. */
  title: string;
  /**
   * Permission needed to see it; absent for everybody. Its code is never requested for other users (SHELL-05). If two
   * screens have the same path, the first permitted one is shown.
   */
  permission?: ScreenPermission;
  /** The roles that may see a screen without a permission, which its build declares (declared-screen.ts). */
  roles?: readonly Role[];
  /** Only when signed out: signed-in users are redirected to their panel. */
  signedOut?: true;
  /** The remote that shows it. */
  remote?: `mfe-${string}`;
  /** The module of the remote, `routes` if absent. */
  module?: string;
  /** The shell's own screen that is shown instead of a remote. */
  shell?: 'auth' | 'forgot-password' | 'update-password';
  /**
   * Layout around it: `desk` the staff's page margins, `dashboard` the frame with heading, tabs and bell, `print`
   * neither header nor footer (SHELL-10); header and footer only if absent.
   */
  frame?: 'desk' | 'dashboard' | 'print';
  /** Shown as a dialog over a screen of the same remote, which keeps focus and scroll position. */
  modal?: true;
  /** Label of its tab in the panel. Tabs are in the order of the list. */
  tab?: string;
  /** The group of its tab when the tabs are beside the screens; 'Trabajo' if absent. */
  tabGroup?: 'Bodega' | 'Gestión';
  /** Label of its header link, for users who may see it. Links are in the order of the list. */
  header?: string;
  /** Its header link is styled as a button. */
  button?: true;
  /** A likely next screen, whose code is prefetched when the page is idle. */
  likely?: true;
  /** Prerendered and listed for search engines. All other screens are excluded from indexing. */
  prerendered?: true;
  /** Whether the embedded server has a page for it without JavaScript. */
  plain?: true;
}
