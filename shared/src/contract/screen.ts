import type { ScreenPermission } from '#src/access/permissions.ts';

/** One screen of the site, as the list in screens.ts states it. */
export interface Screen {
  /** Pattern for the router. */
  path: string;
  /** What its address has after the path. */
  query?: string;
  /** Document title. */
  title: string;
  /**
   * What whoever sees it must be allowed to; absent for everybody. Anybody else never makes the browser request its
   * code (SHELL-05). Of two screens with one path the first is shown that may be seen.
   */
  permission?: ScreenPermission;
  /** For who is not signed in: others are led on to their panel. */
  signedOut?: true;
  /** The remote that shows it. */
  remote?: `mfe-${string}`;
  /** The module of the remote, `routes` if absent. */
  module?: string;
  /** The shell's own screen that shows it, instead of a remote. */
  shell?: 'auth' | 'forgot-password' | 'update-password';
  /**
   * What is around it: `desk` the staff's page margins, `dashboard` the frame with heading, tabs and bell, `print`
   * neither header nor footer (SHELL-10); header and footer alone if absent.
   */
  frame?: 'desk' | 'dashboard' | 'print';
  /** Shown over the screen of the same remote, so that focus and scrolling stay with the dialog. */
  modal?: true;
  /** Label of its tab in the panel. Tabs stand in the order of the list. */
  tab?: string;
  /** Label of its link in the header, for those who may see it. Links stand in the order of the list. */
  header?: string;
  /** Its link in the header looks like a button. */
  button?: true;
  /** Probably the next one to be opened, so its code is fetched while the page is idle. */
  likely?: true;
  /** Rendered when the site is assembled, and listed for search engines. What is not is kept from them. */
  prerendered?: true;
  /** Whether the embedded server has such a page for browsers without a script. */
  plain?: true;
}
