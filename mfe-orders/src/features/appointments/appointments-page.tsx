import { useEffect, useEffectEvent, useState } from 'react';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import CalendarSync from 'lucide-react/icons/calendar-sync';
import { paths } from '@taller/shared/contract/paths.ts';
import { useLiveAppointments } from '@taller/shared/appointments/watch-appointments.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { Navigate, useSearchParams } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { ScreenTitle } from '@taller/shared/ui/screen-title.tsx';
import { Tabs } from '@taller/shared/ui/tabs.tsx';
import { NEW_PARAMETER } from '#src/components/new-parameter.ts';
import { appointmentTexts, calendarTexts } from '#src/features/appointments/texts.ts';
import { AppointmentList } from './appointment-list.tsx';
import styles from './appointments.module.css';
import { CalendarDialog } from './calendar-dialog.tsx';
import { NewAppointmentDialog } from './new-appointment-dialog.tsx';
import { WeekView } from './week-view.tsx';

/** Name of the tab in the URL, so that reloads and shared links preserve it. */
const TAB_PARAMETER = 'vista';

/** Tabs that were here before 'Clientes' was a screen: bookmarks and mails lead to them. */
const MOVED: Readonly<Record<string, string>> = {
  clientes: `${paths.dashboardCustomers.getHref()}?${TAB_PARAMETER}=cuentas`,
  privacidad: `${paths.dashboardCustomers.getHref()}?${TAB_PARAMETER}=privacidad`,
};

/** /dashboard/citas: the shop's appointments. */
export function AppointmentsPage() {
  const [query, setQuery] = useSearchParams();
  const [creating, setCreating] = usePersistedDialog<true>('cita');
  const [isSharing, setSharing] = useState(false);
  const isNewAsked = query.has(NEW_PARAMETER);
  const openNew = useEffectEvent(() => {
    setCreating(true);
    setQuery({}, { replace: true });
  });
  useEffect(() => {
    if (isNewAsked) openNew();
  }, [isNewAsked]);
  useLiveAppointments();
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
  ];
  const asked = query.get(TAB_PARAMETER);
  const moved = MOVED[asked ?? ''];
  if (moved) return <Navigate to={moved} replace />;
  const current = tabs.find((tab) => tab.value === asked)?.value ?? 'proximas';
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <ScreenTitle>{appointmentTexts.title}</ScreenTitle>
        <span className={styles.end}>
          <Button icon={<CalendarSync aria-hidden="true" />} onClick={() => setSharing(true)}>
            {calendarTexts.button}
          </Button>
          <Button
            variant="primary"
            icon={<CalendarPlus aria-hidden="true" />}
            onClick={() => setCreating(true)}
          >
            {appointmentTexts.new}
          </Button>
        </span>
      </header>
      <Tabs label={appointmentTexts.tabs} items={tabs} value={current} onValueChange={showTab} />
      {isSharing && <CalendarDialog onClose={() => setSharing(false)} />}
      {creating && <NewAppointmentDialog onClose={() => setCreating(null)} />}
    </div>
  );
}
