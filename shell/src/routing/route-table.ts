import { paths } from '@taller/shared/contract/paths.ts';
import type { RemoteName } from '@taller/shared/contract/remote-module.ts';
import { mayOpen, type ScreenPermission } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { es } from '#src/texts/es.ts';

/** A module that a remote exposes. */
export interface RemoteTarget {
  kind: 'remote';
  remote: RemoteName;
  module: string;
}

/** A screen of the shell's own. */
export interface ShellTarget {
  kind: 'shell';
  screen: 'auth' | 'forgot-password' | 'update-password';
}

export type Target = RemoteTarget | ShellTarget;

/** `site`: header and footer. `desk`: those and the staff's page margins. `dashboard`: header, footer and the frame with heading, tabs and bell. `print`: nothing around the screen (SHELL-10). */
type Frame = 'site' | 'desk' | 'dashboard' | 'print';

export interface ScreenRoute {
  path: string;
  /** Document title. */
  title: string;
  frame: Frame;
  /** What whoever sees it must be allowed to. Anybody else never makes the browser request its code (SHELL-05). */
  access: 'public' | ScreenPermission;
  target: (role: Role | null) => Target;
  /** Shown over the screen of the same target, so that focus and scrolling stay with the dialog. */
  modal?: true;
}

const remote = (name: RemoteName, module: string) => (): Target => ({ kind: 'remote', remote: name, module });
const own = (screen: ShellTarget['screen']) => (): Target => ({ kind: 'shell', screen });
/** Customers and staff have different screens under the same address. */
const byRole = (role: Role | null): Target => ({
  kind: 'remote',
  remote: mayOpen(role, 'desk') ? 'mfe-orders' : 'mfe-customer',
  module: 'routes',
});

const publicRoutes = remote('mfe-public', 'routes');
const print = remote('mfe-orders', 'print');
const inventory = remote('mfe-inventory', 'routes');
const reports = remote('mfe-reports', 'reports');
const activityLog = remote('mfe-reports', 'activity-log');

const screen = (
  frame: Frame,
  path: string,
  title: string,
  access: ScreenRoute['access'],
  target: ScreenRoute['target'],
): ScreenRoute => ({ path, title, frame, access, target });

/** A screen that everybody may see. */
const publicScreen = (path: string, title: string, target: ScreenRoute['target'] = publicRoutes) =>
  screen('site', path, title, 'public', target);

/** Every screen of the site (specification, section 2). The first pattern that matches counts. */
export const ROUTES: readonly ScreenRoute[] = [
  publicScreen(paths.home.path, es.titles.home),
  publicScreen(paths.services.path, es.titles.services),
  publicScreen(paths.privacy.path, es.titles.privacy),
  publicScreen(paths.publicOrder.path, es.titles.publicOrder),
  publicScreen(paths.quoteDecision.path, es.titles.quoteDecision),
  publicScreen(paths.quoteDecisionWithoutId.path, es.titles.quoteDecision),
  publicScreen(paths.thanksApproved.path, es.titles.thanksApproved),
  publicScreen(paths.thanksRejected.path, es.titles.thanksRejected),
  publicScreen(paths.auth.path, es.titles.auth, own('auth')),
  publicScreen(paths.forgotPassword.path, es.titles.forgotPassword, own('forgot-password')),
  publicScreen(paths.updatePassword.path, es.titles.updatePassword, own('update-password')),
  screen('dashboard', paths.dashboard.path, es.titles.dashboard, 'profile', byRole),
  screen('dashboard', paths.orderView.path, es.titles.orderView, 'profile', byRole),
  { ...screen('dashboard', paths.orderEdit.path, es.titles.orderEdit, 'order-form', byRole), modal: true },
  screen('dashboard', paths.dashboardInventory.path, es.titles.inventory, 'stock', inventory),
  screen('dashboard', paths.dashboardInventoryImport.path, es.titles.inventoryImport, 'stock', inventory),
  screen('dashboard', paths.dashboardScreenOrders.path, es.titles.screenOrders, 'stock', inventory),
  screen(
    'dashboard',
    paths.dashboardAppointments.path,
    es.titles.appointments,
    'appointments',
    remote('mfe-customer', 'appointments'),
  ),
  screen(
    'dashboard',
    paths.dashboardMessages.path,
    es.titles.messages,
    'messages',
    remote('mfe-orders', 'messages'),
  ),
  screen('dashboard', paths.dashboardReports.path, es.titles.reports, 'reports', reports),
  screen('dashboard', paths.dashboardLogs.path, es.titles.activityLogs, 'looks', activityLog),
  screen('dashboard', paths.dashboardUsers.path, es.titles.users, 'users', remote('mfe-orders', 'users')),
  screen(
    'dashboard',
    paths.dashboardImport.path,
    es.titles.import,
    'order-import',
    remote('mfe-orders', 'import'),
  ),
  screen(
    'dashboard',
    paths.systemStatus.path,
    es.titles.systemStatus,
    'system-status',
    remote('mfe-reports', 'system-status'),
  ),
  screen('print', paths.printSelect.path, es.titles.print, 'sheets', print),
  screen('print', paths.printClient.path, es.titles.print, 'client-sheet', print),
  screen('print', paths.printTechnical.path, es.titles.print, 'sheets', print),
  screen('site', paths.profile.path, es.titles.profile, 'profile', remote('mfe-customer', 'routes')),
  screen('desk', paths.inventory.path, es.titles.inventory, 'stock', inventory),
  screen('desk', paths.screenOrders.path, es.titles.screenOrders, 'stock', inventory),
  screen('desk', paths.reports.path, es.titles.reports, 'reports', reports),
  screen('desk', paths.activityLogs.path, es.titles.activityLogs, 'activity-log', activityLog),
];
