import { paths } from '@taller/shared/contract/paths.ts';
import type { RemoteName } from '@taller/shared/contract/remote-module.ts';
import type { Role } from '@taller/shared/domain/roles.ts';
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
  /** Who may see it. Anybody else never makes the browser request its code (SHELL-05). */
  access: 'public' | readonly Role[];
  target: (role: Role | null) => Target;
  /** Shown over the screen of the same target, so that focus and scrolling stay with the dialog. */
  modal?: true;
}

const EVERYBODY: readonly Role[] = ['admin', 'technician', 'receptionist', 'customer'];
export const STAFF: readonly Role[] = ['admin', 'technician', 'receptionist'];
const DESK: readonly Role[] = ['admin', 'receptionist'];
const ADMIN: readonly Role[] = ['admin'];

const remote = (name: RemoteName, module: string) => (): Target => ({ kind: 'remote', remote: name, module });
const own = (screen: ShellTarget['screen']) => (): Target => ({ kind: 'shell', screen });
/** Customers and staff have different screens under the same address. */
const byRole = (role: Role | null): Target => ({
  kind: 'remote',
  remote: role === 'customer' ? 'mfe-customer' : 'mfe-orders',
  module: 'routes',
});

const publicRoutes = remote('mfe-public', 'routes');
const print = remote('mfe-orders', 'print');
const inventory = remote('mfe-inventory', 'routes');
const reports = remote('mfe-reports', 'reports');
const activityLog = remote('mfe-reports', 'activity-log');

/** Every screen of the site (specification, section 2). The first pattern that matches counts. */
export const ROUTES: readonly ScreenRoute[] = [
  { path: paths.home.path, title: es.titles.home, frame: 'site', access: 'public', target: publicRoutes },
  {
    path: paths.services.path,
    title: es.titles.services,
    frame: 'site',
    access: 'public',
    target: publicRoutes,
  },
  {
    path: paths.publicOrder.path,
    title: es.titles.publicOrder,
    frame: 'site',
    access: 'public',
    target: publicRoutes,
  },
  {
    path: paths.quoteDecision.path,
    title: es.titles.quoteDecision,
    frame: 'site',
    access: 'public',
    target: publicRoutes,
  },
  {
    path: paths.quoteDecisionWithoutId.path,
    title: es.titles.quoteDecision,
    frame: 'site',
    access: 'public',
    target: publicRoutes,
  },
  {
    path: paths.thanksApproved.path,
    title: es.titles.thanksApproved,
    frame: 'site',
    access: 'public',
    target: publicRoutes,
  },
  {
    path: paths.thanksRejected.path,
    title: es.titles.thanksRejected,
    frame: 'site',
    access: 'public',
    target: publicRoutes,
  },
  { path: paths.auth.path, title: es.titles.auth, frame: 'site', access: 'public', target: own('auth') },
  {
    path: paths.forgotPassword.path,
    title: es.titles.forgotPassword,
    frame: 'site',
    access: 'public',
    target: own('forgot-password'),
  },
  {
    path: paths.updatePassword.path,
    title: es.titles.updatePassword,
    frame: 'site',
    access: 'public',
    target: own('update-password'),
  },
  {
    path: paths.dashboard.path,
    title: es.titles.dashboard,
    frame: 'dashboard',
    access: EVERYBODY,
    target: byRole,
  },
  {
    path: paths.orderView.path,
    title: es.titles.orderView,
    frame: 'dashboard',
    access: EVERYBODY,
    target: byRole,
  },
  {
    path: paths.orderEdit.path,
    title: es.titles.orderEdit,
    frame: 'dashboard',
    access: DESK,
    target: byRole,
    modal: true,
  },
  {
    path: paths.dashboardInventory.path,
    title: es.titles.inventory,
    frame: 'dashboard',
    access: STAFF,
    target: inventory,
  },
  {
    path: paths.dashboardInventoryImport.path,
    title: es.titles.inventoryImport,
    frame: 'dashboard',
    access: STAFF,
    target: inventory,
  },
  {
    path: paths.dashboardScreenOrders.path,
    title: es.titles.screenOrders,
    frame: 'dashboard',
    access: STAFF,
    target: inventory,
  },
  {
    path: paths.dashboardAppointments.path,
    title: es.titles.appointments,
    frame: 'dashboard',
    access: STAFF,
    target: remote('mfe-customer', 'appointments'),
  },
  {
    path: paths.dashboardMessages.path,
    title: es.titles.messages,
    frame: 'dashboard',
    access: STAFF,
    target: remote('mfe-orders', 'messages'),
  },
  {
    path: paths.dashboardReports.path,
    title: es.titles.reports,
    frame: 'dashboard',
    access: ADMIN,
    target: reports,
  },
  {
    path: paths.dashboardLogs.path,
    title: es.titles.activityLogs,
    frame: 'dashboard',
    access: ADMIN,
    target: activityLog,
  },
  {
    path: paths.dashboardUsers.path,
    title: es.titles.users,
    frame: 'dashboard',
    access: ADMIN,
    target: remote('mfe-orders', 'users'),
  },
  {
    path: paths.dashboardImport.path,
    title: es.titles.import,
    frame: 'dashboard',
    access: ADMIN,
    target: remote('mfe-orders', 'import'),
  },
  {
    path: paths.systemStatus.path,
    title: es.titles.systemStatus,
    frame: 'dashboard',
    access: ADMIN,
    target: remote('mfe-reports', 'system-status'),
  },
  { path: paths.printSelect.path, title: es.titles.print, frame: 'print', access: STAFF, target: print },
  { path: paths.printClient.path, title: es.titles.print, frame: 'print', access: EVERYBODY, target: print },
  { path: paths.printTechnical.path, title: es.titles.print, frame: 'print', access: STAFF, target: print },
  {
    path: paths.profile.path,
    title: es.titles.profile,
    frame: 'site',
    access: EVERYBODY,
    target: remote('mfe-customer', 'routes'),
  },
  { path: paths.inventory.path, title: es.titles.inventory, frame: 'desk', access: STAFF, target: inventory },
  {
    path: paths.screenOrders.path,
    title: es.titles.screenOrders,
    frame: 'desk',
    access: STAFF,
    target: inventory,
  },
  { path: paths.reports.path, title: es.titles.reports, frame: 'desk', access: ADMIN, target: reports },
  {
    path: paths.activityLogs.path,
    title: es.titles.activityLogs,
    frame: 'desk',
    access: STAFF,
    target: activityLog,
  },
];
