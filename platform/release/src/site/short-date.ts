const SHORT = new Intl.DateTimeFormat('es-CL', {
  dateStyle: 'short',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'America/Santiago',
});

/** A moment as the commands write it: `24-11-26, 12:05`, in Chile's time. @param iso ISO 8601. */
export const shortDate = (iso: string): string => SHORT.format(new Date(iso));
