/** An address without parameters. */
const fixed = <Path extends string>(path: Path) => ({ path, getHref: () => path });

/** Every path of the site. `path` is the pattern for the router, `getHref` the address. */
export const paths = {
  home: fixed('/'),
  services: fixed('/servicios'),
  privacy: fixed('/privacidad'),
  publicOrder: {
    path: '/orders/view/:orderNumber',
    getHref: (n: string | number) => `/orders/view/${encodeURIComponent(n)}`,
  },
  quoteDecision: {
    path: '/decision-presupuesto/:orderId',
    getHref: (orderId: string) => `/decision-presupuesto/${encodeURIComponent(orderId)}`,
  },
  quoteDecisionWithoutId: fixed('/decision-presupuesto'),
  thanksApproved: fixed('/gracias/aprobado'),
  thanksRejected: fixed('/gracias/rechazado'),
  auth: fixed('/auth'),
  register: { path: '/auth', getHref: () => '/auth?register=true' },
  forgotPassword: fixed('/forgot-password'),
  updatePassword: fixed('/update-password'),
  dashboard: fixed('/dashboard'),
  dashboardInventory: fixed('/dashboard/inventario'),
  dashboardInventoryImport: fixed('/dashboard/inventario/importar'),
  dashboardScreenOrders: fixed('/dashboard/pedidos'),
  dashboardReports: fixed('/dashboard/informes'),
  dashboardLogs: fixed('/dashboard/logs'),
  dashboardUsers: fixed('/dashboard/usuarios'),
  dashboardImport: fixed('/dashboard/importar'),
  dashboardMessages: fixed('/dashboard/mensajes'),
  dashboardAppointments: fixed('/dashboard/citas'),
  /** Requests about personal data, for admins. */
  dashboardPrivacy: { path: '/dashboard/citas', getHref: () => '/dashboard/citas?vista=privacidad' },
  orderView: {
    path: '/dashboard/orders/view/:id',
    getHref: (id: string) => `/dashboard/orders/view/${encodeURIComponent(id)}`,
  },
  orderEdit: { path: '/orders/:id', getHref: (id: string) => `/orders/${encodeURIComponent(id)}` },
  printSelect: {
    path: '/print-select/:id',
    getHref: (id: string) => `/print-select/${encodeURIComponent(id)}`,
  },
  printClient: {
    path: '/print/:id',
    getHref: (id: string) => `/print/${encodeURIComponent(id)}?type=client&copies=1`,
  },
  printTechnical: {
    path: '/print-technical/:id',
    getHref: (id: string) => `/print-technical/${encodeURIComponent(id)}`,
  },
  profile: fixed('/perfil'),
  inventory: fixed('/inventario'),
  screenOrders: fixed('/pedido-pantallas'),
  reports: fixed('/informes'),
  systemStatus: fixed('/estado'),
  activityLogs: fixed('/activity-logs'),
} as const;
