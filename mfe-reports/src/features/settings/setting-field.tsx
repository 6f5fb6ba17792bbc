import { useFormContext } from 'react-hook-form';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import { FormDateField } from '@taller/shared/ui/form-date-field.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { TextArea } from '@taller/shared/ui/text-area.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { ColorField } from './color-field.tsx';
import { CoordinatesField } from './coordinates-field.tsx';
import type { FieldSpec } from './field-specs.ts';
import { messageAt } from './form-values.ts';
import { HolidaysField } from './holidays-field.tsx';
import { LinesField } from './lines-field.tsx';
import { ListField } from './list-field.tsx';
import { LogoField } from './logo-field.tsx';
import { settingsTexts } from './texts.ts';

/** One field of a section's form. */
export function SettingField({ spec, prefix = '' }: { spec: FieldSpec; prefix?: string }) {
  const { register, control, formState } = useFormContext();
  const name = prefix + spec.name;
  const { label, hint, optional } = spec;
  const error = messageAt(formState.errors, name);
  switch (spec.kind) {
    case 'line':
      return (
        <TextField
          {...register(name)}
          {...{ label, hint, optional, error }}
          type={spec.input === 'url' ? 'text' : spec.input}
          inputMode={spec.input}
          autoComplete="off"
        />
      );
    case 'area':
      return <TextArea {...register(name)} {...{ label, hint, optional, error }} rows={2} />;
    case 'price':
      return <FormNumberField {...{ control, name, label, hint, optional }} prefix="$" />;
    case 'days':
      return <FormNumberField {...{ control, name, label, hint, optional }} suffix={settingsTexts.days} />;
    case 'count':
      return <FormNumberField {...{ control, name, label, hint, optional }} suffix={spec.suffix} />;
    case 'lines':
      return <LinesField name={name} spec={spec} />;
    case 'date':
      return <FormDateField {...{ control, name, label, hint, optional }} />;
    case 'time':
      return <FormDateField {...{ control, name, label, hint, optional }} type="time" />;
    case 'flag':
      return <Checkbox {...register(name)} {...{ label, hint, error }} />;
    case 'holidays':
      return <HolidaysField name={name} spec={spec} />;
    case 'choice':
      return <Select {...register(name)} {...{ label, hint, error }} options={spec.options} />;
    case 'coordinates':
      return <CoordinatesField name={name} spec={spec} />;
    case 'color':
      return <ColorField name={name} spec={spec} />;
    case 'logo':
      return <LogoField name={name} spec={spec} />;
    case 'list':
      break;
  }
  return (
    <ListField name={name} label={label} hint={hint} spec={spec}>
      {(part, path) => <SettingField key={part.name} spec={part} prefix={path} />}
    </ListField>
  );
}
