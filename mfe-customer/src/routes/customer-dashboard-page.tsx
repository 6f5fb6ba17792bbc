import { CustomerPanel } from '#src/features/panel/customer-panel.tsx';

/** /dashboard of a customer. */
export function CustomerDashboardPage() {
  return <CustomerPanel />;
}
