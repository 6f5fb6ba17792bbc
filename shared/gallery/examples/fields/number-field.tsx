import { useState } from 'react';
import { NumberField } from '@taller/shared/ui/number-field.tsx';

export function Example() {
  const [amount, setAmount] = useState<number | null>(45_000);
  const [days, setDays] = useState<number | null>(90);
  return (
    <>
      <NumberField label="Presupuesto" prefix="$" value={amount} onValueChange={setAmount} />
      <NumberField label="Garantía" suffix="días" value={days} onValueChange={setDays} />
    </>
  );
}
