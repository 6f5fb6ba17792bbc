import { useEffect, useEffectEvent, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { QuoteLinesForm, QuoteLinesInput } from '@taller/shared/orders/quote/quote-lines-schema.ts';
import { NumberField } from '@taller/shared/ui/number-field.tsx';
import { linesTexts as texts } from './texts.ts';

/** A share in whole pesos; null for no per cent. */
const share = (of: number, percent: number | null | undefined): number | null =>
  typeof percent === 'number' && percent >= 0 && percent <= 100
    ? Math.floor((of * percent + 50) / 100)
    : null;

interface PercentFieldProps {
  at: number;
  /** The line's field that has the discount in pesos. */
  field: 'price' | 'discount';
  /** Whole pesos of which the discount is. */
  of: number;
}

/**
 * A discount in per cent (QUO-13), written as whole pesos: what counts, and is kept, are these. While the form is open
 * they follow what the per cent is of, until other pesos are typed.
 */
export function PercentField({ at, field, of }: PercentFieldProps) {
  const { control, setValue, formState } = useFormContext<QuoteLinesInput, unknown, QuoteLinesForm>();
  const [percent, pesos] = useWatch({ control, name: [`lines.${at}.percent`, `lines.${at}.${field}`] });
  const discount = share(of, percent);
  const write = (value: number | null) => {
    if (value !== null)
      setValue(`lines.${at}.${field}`, value, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  };
  const known = useRef(of);
  const follow = useEffectEvent((now: number) => {
    if (share(known.current, percent) === pesos) write(share(now, percent));
    known.current = now;
  });
  useEffect(() => follow(of), [of]);
  return (
    <NumberField
      label={texts.percent}
      suffix="%"
      value={discount === null || discount === pesos ? (percent ?? null) : null}
      onValueChange={(value) => {
        setValue(`lines.${at}.percent`, value, { shouldDirty: true });
        write(share(of, value));
      }}
    />
  );
}
