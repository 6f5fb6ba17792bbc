import { may } from '@taller/shared/access/permissions.ts';
import { useSearchParams, useSession } from '@taller/shared/runtime';
import { lazyPart } from '@taller/shared/ui/lazy-part.tsx';
import { ScreenTitle } from '@taller/shared/ui/screen-title.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { Tabs } from '@taller/shared/ui/tabs.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { customerTexts as texts } from '#src/features/customers/texts.ts';
import { CallList } from './call-list.tsx';
import { CustomerList } from './customer-list.tsx';
import { CustomersSection } from './customers-section.tsx';
import styles from './customers-section.module.css';

/** Name of the tab in the URL, so that reloads and shared links preserve it. */
const TAB_PARAMETER = 'vista';

/** Only admins load it. */
const PrivacySection = lazyPart(
  () => import('#src/features/privacy/privacy-section.tsx').then((module) => module.PrivacySection),
  <Skeleton label={commonTexts.loading} count={4} />,
);

/**
 * /dashboard/clientes: the people of the orders, and customer accounts whose RUT is verified at the counter; for admins
 * also privacy.
 */
export function CustomersPage() {
  const [query, setQuery] = useSearchParams();
  const managesPrivacy = may(useSession().user?.role, 'privacy.manage');
  const tabs = [
    { value: 'ordenes', label: texts.ofOrders, panel: <CustomerList /> },
    { value: 'llamar', label: texts.callsTab, panel: <CallList /> },
    { value: 'cuentas', label: texts.accounts, panel: <CustomersSection /> },
    ...(managesPrivacy ? [{ value: 'privacidad', label: texts.privacy, panel: <PrivacySection /> }] : []),
  ];
  const asked = query.get(TAB_PARAMETER);
  const current = tabs.find(({ value }) => value === asked)?.value ?? 'ordenes';
  const showTab = (tab: string) =>
    setQuery(tab === 'ordenes' ? {} : { [TAB_PARAMETER]: tab }, { replace: true });
  return (
    <div className={styles.section}>
      <ScreenTitle>{texts.title}</ScreenTitle>
      <Tabs label={texts.tabs} items={tabs} value={current} onValueChange={showTab} />
    </div>
  );
}
