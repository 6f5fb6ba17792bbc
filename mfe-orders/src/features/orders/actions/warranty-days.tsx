import { useState } from 'react';
import { useController, useWatch, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { DEFAULT_WARRANTY_DAYS, warrantyEnd, warrantyEndWords } from '@taller/shared/orders/warranty.ts';
import { orderWarrantyQuery } from '@taller/shared/orders/warranty/order-warranty-query.ts';
import { useQuery } from '@taller/shared/query';
import { Button } from '@taller/shared/ui/button.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { formatDate } from '@taller/shared/values/dates.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import { useDeskSettings } from '../suggestions/use-desk-settings.ts';
import { outcomeTexts } from '../warranty/texts.ts';
import { goesOnWords, isFreeReturn, usualDays } from './delivery-days.ts';
import styles from './dialogs.module.css';

const texts = orderTexts.deliver;

/** Days that one press enters, the shop's own among them. */
const quickDays = (usual: number | null): number[] =>
  [...new Set([0, 30, DEFAULT_WARRANTY_DAYS, 180, usual ?? 0])].toSorted((one, other) => one - other);

/** The meaning of 0 days: the warranty under which the device came in goes on, or there is none. */
function useNoDays(order: Order, outcome: unknown): string {
  const { warranty_repair: isReturn, warranty_of: number } = order;
  const { data } = useQuery({ ...orderWarrantyQuery(order.id), enabled: isReturn });
  if (number === null || !isFreeReturn(order)) return texts.noWarranty;
  if (!isReturn || outcome === 'not_covered') return texts.notCharged;
  const until = data?.original && warrantyEndWords(data.original);
  return until ? outcomeTexts.goesOnUntil(number, until) : outcomeTexts.goesOn(number);
}

/** The last day of days that are being typed; null for none, and for what is no number of days. */
const endOf = (now: Date, days: unknown): string | null =>
  warrantyEnd(now, typeof days === 'number' && days <= 3650 ? days : null);

interface WarrantyDaysProps<V extends FieldValues, T> {
  control: Control<V, unknown, T>;
  order: Order;
  work: FieldPath<V>;
  parts: FieldPath<V>;
  /** The field that says how the warranty ended under which the device came in. */
  outcome: FieldPath<V>;
  /** The order's number, where a form has several. */
  number?: string;
  autoFocus?: boolean;
}

/**
 * The days of warranty of a delivery, with the days on which it ends, and the usual ones one press away (WARR-12); of a
 * device that was delivered before, that its warranty goes on.
 */
export function WarrantyDays<V extends FieldValues, T>(props: WarrantyDaysProps<V, T>) {
  return props.order.warranty_since ? <p>{goesOnWords(props.order)}</p> : <Days {...props} />;
}

function Days<V extends FieldValues, T>({
  control,
  order,
  work,
  parts,
  outcome,
  number,
  autoFocus,
}: WarrantyDaysProps<V, T>) {
  const { value: days, onChange } = useController({ control, name: work }).field;
  const [partsDays, said]: readonly unknown[] = useWatch({ control, name: [parts, outcome] });
  const { work: usual } = usualDays(useDeskSettings(), order);
  const [now] = useState(() => new Date());
  const noDays = useNoDays(order, said);
  const end = endOf(now, days);
  const partsEnd = endOf(now, partsDays);
  const named = (label: string) => (number === undefined ? label : texts.ofOrder(label, number));
  return (
    <div className={styles.days}>
      <div className={styles.work}>
        <FormNumberField
          control={control}
          name={work}
          label={named(texts.days)}
          placeholder={String(DEFAULT_WARRANTY_DAYS)}
          suffix={texts.unit}
          hint={end ? texts.until(formatDate(end)) : (days as unknown) === 0 ? noDays : undefined}
          autoFocus={autoFocus}
        />
        <div role="group" aria-label={named(texts.quickDays)} className={styles.quick}>
          {quickDays(usual).map((choice) => (
            <Button key={choice} size="sm" onClick={() => onChange(choice)}>
              {choice} {texts.unit}
            </Button>
          ))}
        </div>
      </div>
      <FormNumberField
        control={control}
        name={parts}
        label={named(texts.partsDays)}
        suffix={texts.unit}
        hint={
          partsEnd
            ? texts.partsUntil(formatDate(partsEnd))
            : partsDays === 0
              ? texts.noPartsWarranty
              : texts.partsAsWork
        }
        optional
      />
    </div>
  );
}
