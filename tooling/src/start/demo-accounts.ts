/** The demo shop's accounts, which supabase/seed/people.ts makes, and what their role is called. */
export const DEMO_ACCOUNTS = [
  ['admin@taller.test', 'administración'],
  ['tecnico@taller.test', 'técnico'],
  ['tecnico2@taller.test', 'técnico'],
  ['recepcion@taller.test', 'recepción'],
  ['cliente@taller.test', 'cliente'],
  ['cliente2@taller.test', 'cliente'],
] as const;
