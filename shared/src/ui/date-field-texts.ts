/** Texts of {@link DateField}. */
export const dateFieldTexts = {
  openCalendar: 'Abrir calendario',
  openClock: 'Abrir reloj',
  wrongDate: (format: string) =>
    format === 'hh:mm' ? 'Escribe la hora como hh:mm.' : `Escribe la fecha como ${format}.`,
} as const;
