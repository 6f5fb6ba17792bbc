import { useWatch } from 'react-hook-form';
import { techniciansQuery } from '@taller/shared/people/staff-queries.ts';
import { EQUIPMENT_LABELS, EQUIPMENT_TYPES } from '@taller/shared/orders/equipment.ts';
import {
  fieldDefinition,
  ORDER_FIELDS,
  type FieldName,
  type FieldOfKind,
} from '@taller/shared/orders/fields/order-fields.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { useQuery } from '@taller/shared/query';
import { FormPhoneField } from '@taller/shared/forms/form-phone-field.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { orderFormTexts as texts } from '#src/features/orders/form/texts.ts';
import { textsFor, type CannedField as CannedFieldName } from '../suggestions/canned-text.ts';
import { CannedTextArea } from '../suggestions/canned-text-area.tsx';
import { deviceSuggestions } from '../suggestions/device-suggestions.ts';
import { SuggestField } from '../suggestions/suggest-field.tsx';
import { useDeskSettings, useKnownDevices } from '../suggestions/use-desk-settings.ts';
import { usePeople } from '../shared/use-people.ts';
import type { OrderFormControls } from './order-form-values.ts';

interface OrderFieldProps {
  form: OrderFormControls;
  name: FieldName;
}

const EQUIPMENT_OPTIONS = EQUIPMENT_TYPES.map((type) => ({ value: type, label: EQUIPMENT_LABELS[type] }));

const HINTS: Partial<Record<FieldName, string>> = texts.hints;

const isAmount = (name: FieldName): name is FieldOfKind<'amount'> => ORDER_FIELDS[name].kind === 'amount';

type FieldWithTexts = FieldName & CannedFieldName;

const isCanned = (name: FieldName): name is FieldWithTexts =>
  ['condition', 'description', 'technicalWork'].includes(name);

/** The form control of an order field, by its kind. */
export function OrderField({ form, name }: OrderFieldProps) {
  if (isAmount(name)) return <AmountField form={form} name={name} />;
  const { kind, label, required, warning } = fieldDefinition(name);
  const hint = HINTS[name];
  if (kind === 'technician') return <TechnicianField form={form} />;
  const common = { ...form.register(name), label, error: form.formState.errors[name]?.message };
  if (kind === 'equipmentType') return <Select {...common} options={EQUIPMENT_OPTIONS} />;
  const optional = required === undefined;
  if (kind === 'longText') {
    const area = { ...common, optional, hint, rows: 2, wide: true };
    return isCanned(name) ? (
      <CannedField form={form} name={name} area={area} />
    ) : (
      <CannedTextArea {...area} texts={[]} />
    );
  }
  const text = { ...common, optional, hint, autoComplete: 'off' };
  if (kind === 'phone') return <PhoneField form={form} name={name} />;
  if (name === 'brand' || name === 'model') return <DeviceField form={form} name={name} text={text} />;
  if (warning) return <WarningField form={form} name={name} text={text} warning={warning} />;
  return <TextField {...text} autoCapitalize={kind === 'name' ? 'words' : undefined} />;
}

/** A phone, with where the shop's messages go. */
function PhoneField({ form, name }: OrderFieldProps) {
  const { label } = fieldDefinition(name);
  return (
    <FormPhoneField
      control={form.control}
      name={name}
      label={label}
      autoComplete="off"
      hint={texts.phoneHint}
    />
  );
}

interface CannedFieldProps {
  form: OrderFormControls;
  name: FieldWithTexts;
  area: Omit<Parameters<typeof CannedTextArea>[0], 'texts'>;
}

/** A long text with the shop's texts for this kind of device. */
function CannedField({ form, name, area }: CannedFieldProps) {
  const type = useWatch({ control: form.control, name: 'equipmentType' });
  const settings = useDeskSettings();
  const isLeftOpen = name === 'technicalWork' && settings?.quoteLater === true;
  return (
    <CannedTextArea
      {...area}
      texts={textsFor(settings, name, type)}
      optional={area.optional || isLeftOpen}
      hint={isLeftOpen ? texts.quotedLater : area.hint}
    />
  );
}

interface DeviceFieldProps {
  form: OrderFormControls;
  name: 'brand' | 'model';
  text: Parameters<typeof TextField>[0];
}

/** Brand or model, with what the shop suggests for this kind of device. */
function DeviceField({ form, name, text }: DeviceFieldProps) {
  const [equipmentType, brand] = useWatch({ control: form.control, name: ['equipmentType', 'brand'] });
  const known = useKnownDevices(equipmentType);
  const suggestions = deviceSuggestions(name, known, { equipmentType, brand });
  return <SuggestField form={form} name={name} suggestions={suggestions} text={text} />;
}

interface WarningFieldProps extends OrderFieldProps {
  text: Parameters<typeof TextField>[0];
  warning: (value: string) => string | null;
}

function WarningField({ form, name, text, warning }: WarningFieldProps) {
  const value = useWatch({ control: form.control, name });
  return <TextField {...text} warning={warning(String(value)) ?? undefined} />;
}

function AmountField({ form, name }: { form: OrderFormControls; name: FieldOfKind<'amount'> }) {
  const { label, formLabel = label } = fieldDefinition(name);
  const field = { control: form.control, name, label: formLabel, prefix: '$' };
  return name === 'advancePayment' ? (
    <AdvanceField form={form} field={field} />
  ) : (
    <FormNumberField {...field} emptyAtZero hint={HINTS[name]} />
  );
}

interface AdvanceFieldProps {
  form: OrderFormControls;
  field: Pick<Parameters<typeof FormNumberField>[0], 'label' | 'prefix'>;
}

/** The advance, with the resulting balance. */
function AdvanceField({ form: { control }, field }: AdvanceFieldProps) {
  const [quote, advance] = useWatch({ control, name: ['quote', 'advancePayment'] });
  const balance = Number(quote) - Number(advance);
  return (
    <FormNumberField
      {...field}
      control={control}
      name="advancePayment"
      warning={balance < 0 ? texts.advanceTooHigh : undefined}
      hint={balance > 0 && Number(advance) > 0 ? texts.balance(formatClp(balance)) : undefined}
    />
  );
}

function TechnicianField({ form: { control, register } }: { form: OrderFormControls }) {
  const { data: technicians } = useQuery(techniciansQuery());
  const names = usePeople();
  const technicianId = useWatch({ control, name: 'technicianId' });
  const { label } = ORDER_FIELDS.technicianId;
  const people = technicians?.map((person) => ({ value: person.id, label: person.full_name })) ?? [];
  // An admin who repaired it, or a person whose name could not be loaded, stays selected.
  if (technicianId && !people.some((person) => person.value === technicianId))
    people.push({ value: technicianId, label: names.get(technicianId) ?? label });
  return (
    <Select
      {...register('technicianId')}
      label={label}
      optional
      placeholder={texts.noTechnician}
      options={people}
    />
  );
}
