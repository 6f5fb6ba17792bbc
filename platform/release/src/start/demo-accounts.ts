/** The demo shop's accounts, created by supabase/seed/people.ts, with their role labels. */
export const DEMO_ACCOUNTS = [
  ['admin@taller.test', 'administración'],
  ['tecnico@taller.test', 'técnico'],
  ['tecnico2@taller.test', 'técnico'],
  ['recepcion@taller.test', 'recepción'],
  ['cliente@taller.test', 'cliente'],
  ['cliente2@taller.test', 'cliente'],
] as const;
