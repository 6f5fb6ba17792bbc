import { useController, useWatch } from 'react-hook-form';
import { pointsToTry } from '@taller/shared/orders/checklists/checklist.ts';
import { toEquipmentType } from '@taller/shared/orders/equipment.ts';
import type { CannedLine } from '@taller/shared/settings/desk-schema.ts';
import { nameKey } from '@taller/shared/values/name-key.ts';
import { cannedQuotes, commonFaults, quoteOfFault, usualPrice } from '../suggestions/canned-text.ts';
import { TextChips } from '../suggestions/text-chips.tsx';
import { suggestionTexts } from '../suggestions/texts.ts';
import { hasText, toggleText } from '../suggestions/toggle-text.ts';
import { useDeskSettings } from '../suggestions/use-desk-settings.ts';
import { fillIn } from './fill-in.ts';
import type { OrderFormControls } from './order-form-values.ts';

/** The price with that of a usual quote, or without it. */
function withPrice(form: OrderFormControls, lines: readonly CannedLine[], isAdded: boolean): number {
  const price = usualPrice(lines);
  return Math.max((Number(form.getValues('quote')) || 0) + (isAdded ? price : -price), 0);
}

interface ChipsProps {
  form: OrderFormControls;
}

/**
 * Buttons for the usual faults of this kind of device (CFG-62). One that comes with a usual quote fills in its work and
 * price as well, and takes them out again (REC-14).
 */
function FaultChips({ form }: ChipsProps) {
  const settings = useDeskSettings();
  const type = toEquipmentType(useWatch({ control: form.control, name: 'equipmentType' }));
  return (
    <TextChips
      form={form}
      name="description"
      label={suggestionTexts.faults}
      texts={settings && commonFaults(settings, type)}
      onToggle={(fault, isAdded) => {
        const quote = quoteOfFault(settings, type, fault);
        const lines = cannedQuotes(settings, type).get(quote);
        const work = form.getValues('technicalWork');
        // A repair under warranty has its work already and costs nothing.
        const isReturn = form.getValues('warranty_of') !== null;
        if (!lines || isReturn || hasText(work, quote) === isAdded) return;
        fillIn(form, { technicalWork: toggleText(work, quote), quote: withPrice(form, lines, isAdded) });
      }}
    />
  );
}

/** Buttons for what customers leave with this kind of device (CFG-62), which the new order's list has too (REC-30). */
function AccessoryChips({ form }: ChipsProps) {
  const settings = useDeskSettings();
  const type = toEquipmentType(useWatch({ control: form.control, name: 'equipmentType' }));
  const list = useController({ control: form.control, name: 'reception_list' }).field;
  const leave = (label: string) => {
    const { accessories = [], ...said } = list.value ?? {
      type,
      points: pointsToTry(settings?.checkpoints[type] ?? []),
    };
    if (accessories.some((left) => nameKey(left.label) === nameKey(label))) return;
    list.onChange({ ...said, accessories: [...accessories, { id: crypto.randomUUID(), label }] });
  };
  return (
    <TextChips
      form={form}
      name="condition"
      label={suggestionTexts.accessories}
      texts={settings?.accessories[type]}
      onToggle={(label, isAdded) => {
        if (isAdded) leave(label);
      }}
    />
  );
}

/** The buttons of the device's condition, or of its problem. */
export function OrderChips({ form, name }: ChipsProps & { name: 'condition' | 'description' }) {
  return name === 'condition' ? <AccessoryChips form={form} /> : <FaultChips form={form} />;
}

/**
 * Buttons for the shop's usual quotes (QUO-11) of this kind of device: one press fills in the work and adds its price,
 * another takes both out (REC-10).
 */
export function UsualWork({ form }: ChipsProps) {
  const settings = useDeskSettings();
  const quotes = cannedQuotes(settings, useWatch({ control: form.control, name: 'equipmentType' }));
  return (
    <TextChips
      form={form}
      name="technicalWork"
      label={suggestionTexts.usualWork}
      texts={settings && [...quotes.keys()]}
      onToggle={(name, isAdded) => fillIn(form, { quote: withPrice(form, quotes.get(name) ?? [], isAdded) })}
    />
  );
}
