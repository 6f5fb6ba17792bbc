import { useEffect, useEffectEvent } from 'react';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { may } from '@taller/shared/access/permissions.ts';
import { useLiveAppointments } from '@taller/shared/appointments/watch-appointments.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { useSearchParams, useSession } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { lazyPart } from '@taller/shared/ui/lazy-part.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { Tabs } from '@taller/shared/ui/tabs.tsx';
import { CustomersSection } from '#src/features/customers/customers-section.tsx';
import { NEW_PARAMETER } from '#src/components/new-parameter.ts';
import { commonTexts } from '#src/components/texts.ts';
import { appointmentTexts } from '#src/features/appointments/texts.ts';
import { AppointmentList } from './appointment-list.tsx';
import styles from './appointments.module.css';
import { NewAppointmentDialog } from './new-appointment-dialog.tsx';
import { WeekView } from './week-view.tsx';

/** Name of the tab in the URL, so that reloads and shared links preserve it. */
const TAB_PARAMETER = 'vista';

/** Only admins load it. */
const PrivacySection = lazyPart(
  () => import('#src/features/privacy/privacy-section.tsx').then((module) => module.PrivacySection),
  <Skeleton label={commonTexts.loading} count={4} />,
);

/**
 * /dashboard/citas: the shop's appointments, and customer accounts whose RUT is verified at the counter; for admins
 * also privacy.
 */
export function AppointmentsPage() {
  const [query, setQuery] = useSearchParams();
  const [creating, setCreating] = usePersistedDialog<true>('cita');
  const isNewAsked = query.has(NEW_PARAMETER);
  const openNew = useEffectEvent(() => {
    setCreating(true);
    setQuery({}, { replace: true });
  });
  useEffect(() => {
    if (isNewAsked) openNew();
  }, [isNewAsked]);
  useLiveAppointments();
  const managesPrivacy = may(useSession().user?.role, 'privacy.manage');
  const showTab = (tab: string) =>
    setQuery(tab === 'proximas' ? {} : { [TAB_PARAMETER]: tab }, { replace: true });
  const tabs = [
    {
      value: 'proximas',
      label: appointmentTexts.upcoming,
      panel: <AppointmentList period="upcoming" />,
    },
    { value: 'semana', label: appointmentTexts.week, panel: <WeekView /> },
    { value: 'anteriores', label: appointmentTexts.past, panel: <AppointmentList period="past" /> },
    { value: 'clientes', label: appointmentTexts.customers, panel: <CustomersSection /> },
    ...(managesPrivacy
      ? [{ value: 'privacidad', label: appointmentTexts.privacy, panel: <PrivacySection /> }]
      : []),
  ];
  const asked = query.get(TAB_PARAMETER);
  const current = tabs.find((tab) => tab.value === asked)?.value ?? 'proximas';
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <h2>{appointmentTexts.title}</h2>
        <Button
          variant="primary"
          icon={<CalendarPlus aria-hidden="true" />}
          onClick={() => setCreating(true)}
        >
          {appointmentTexts.new}
        </Button>
      </header>
      <Tabs label={appointmentTexts.tabs} items={tabs} value={current} onValueChange={showTab} />
      {creating && <NewAppointmentDialog onClose={() => setCreating(null)} />}
    </div>
  );
}
