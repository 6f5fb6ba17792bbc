import { useFormContext, useWatch } from 'react-hook-form';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import { FormDateField } from '@taller/shared/ui/form-date-field.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { TextArea } from '@taller/shared/ui/text-area.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { ColorField } from './color-field.tsx';
import { CoordinatesField } from './coordinates-field.tsx';
import { CopyDay } from './copy-day.tsx';
import grid from './field-grid.module.css';
import type { FieldSpec } from './field-specs.ts';
import { messageAt } from './form-values.ts';
import { HolidaysField } from './holidays-field.tsx';
import { LinesField } from './lines-field.tsx';
import { ListField } from './list-field.tsx';
import { LogoField } from './logo-field.tsx';
import { TechnicianField } from './technician-field.tsx';
import { settingsTexts } from './texts.ts';

/** A field's part of a wide form, by its kind; half of it otherwise. A figure stands beside its words. */
const WIDTHS: Partial<Record<FieldSpec['kind'], string>> = {
  area: 'full',
  flag: 'full',
  count: 'figure',
  days: 'figure',
};

interface SettingFieldProps {
  spec: FieldSpec;
  prefix?: string;
  /** Something else says it: the title above a list, or the field's row. */
  hideLabel?: boolean;
}

/** Whether something is said of the field's value as it is typed. */
const watches = (spec: FieldSpec) =>
  spec.remark !== undefined || (spec.kind === 'count' && spec.Rehearsal !== undefined);

/** One field of a section's form. */
export function SettingField({ spec, prefix = '', hideLabel }: SettingFieldProps) {
  const { register, control, formState } = useFormContext();
  const name = prefix + spec.name;
  const { label, optional } = spec;
  const value: unknown = useWatch({ control, name, disabled: !watches(spec) });
  const hint = spec.remark?.(value) ?? spec.hint;
  const error = messageAt(formState.errors, name);
  const className = grid[spec.width ?? WIDTHS[spec.kind] ?? 'half'];
  const frame = { label, hint, optional, hideLabel, className };
  switch (spec.kind) {
    case 'line':
      return (
        <TextField
          {...register(name)}
          {...{ ...frame, error }}
          type={spec.input === 'url' ? 'text' : spec.input}
          inputMode={spec.input}
          autoComplete="off"
        />
      );
    case 'area':
      return <TextArea {...register(name)} {...{ ...frame, error }} rows={2} />;
    case 'price':
      return <FormNumberField {...{ ...frame, control, name }} prefix="$" />;
    case 'days':
      return <FormNumberField {...{ ...frame, control, name }} suffix={settingsTexts.days} />;
    case 'count':
      return (
        <>
          <FormNumberField {...{ ...frame, control, name }} suffix={spec.suffix} />
          {spec.Rehearsal && <spec.Rehearsal value={value} />}
        </>
      );
    case 'lines':
      return <LinesField {...frame} name={name} />;
    case 'date':
      return <FormDateField {...{ ...frame, control, name }} />;
    case 'time':
      return <FormDateField {...{ ...frame, control, name }} type="time" />;
    case 'flag':
      return <Checkbox {...register(name)} {...{ label, hint, error, className }} />;
    case 'copyDay':
      return <CopyDay label={label} />;
    case 'holidays':
      return <HolidaysField name={name} spec={spec} />;
    case 'choice':
      return <Select {...register(name)} {...{ ...frame, error }} options={spec.options} />;
    case 'coordinates':
      return <CoordinatesField {...frame} name={name} />;
    case 'color':
      return <ColorField name={name} spec={spec} />;
    case 'person':
      return <TechnicianField {...{ ...frame, error }} name={name} />;
    case 'logo':
      return <LogoField name={name} spec={spec} />;
    case 'list':
      break;
  }
  return (
    <ListField {...{ name, label, hint, hideLabel, spec }}>
      {(part, path, isLabelHidden) => (
        <SettingField key={part.name} spec={part} prefix={path} hideLabel={isLabelHidden} />
      )}
    </ListField>
  );
}
