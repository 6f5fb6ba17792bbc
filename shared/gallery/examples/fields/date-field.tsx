import { useState } from 'react';
import { DateField } from '@taller/shared/ui/date-field.tsx';

export function Example() {
  const [date, setDate] = useState('2026-11-21');
  return <DateField label="Fecha" value={date} onValueChange={setDate} />;
}
