import { useWatch } from 'react-hook-form';
import { toEquipmentType } from '@taller/shared/orders/equipment.ts';
import { usualFaults } from '../suggestions/canned-text.ts';
import { TextChips } from '../suggestions/text-chips.tsx';
import { suggestionTexts as texts } from '../suggestions/texts.ts';
import { useDeskSettings } from '../suggestions/use-desk-settings.ts';
import type { OrderFormControls } from './order-fields.tsx';

/** Buttons for the usual faults of this kind of device, or for what customers leave with it (CFG-62). */
export function OrderChips({ form, name }: { form: OrderFormControls; name: 'condition' | 'description' }) {
  const settings = useDeskSettings();
  const type = toEquipmentType(useWatch({ control: form.control, name: 'equipmentType' }));
  return name === 'condition' ? (
    <TextChips form={form} name={name} label={texts.accessories} texts={settings?.accessories[type]} />
  ) : (
    <TextChips form={form} name={name} label={texts.faults} texts={settings && usualFaults(settings, type)} />
  );
}
