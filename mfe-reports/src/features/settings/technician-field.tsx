import { useFormContext, useWatch } from 'react-hook-form';
import { techniciansQuery } from '@taller/shared/people/staff-queries.ts';
import { useQuery } from '@taller/shared/query';
import { Select } from '@taller/shared/ui/select.tsx';
import { settingsTexts } from './texts.ts';

interface TechnicianFieldProps {
  name: string;
  label: string;
  hint?: string | undefined;
  hideLabel?: boolean | undefined;
  optional?: boolean | undefined;
  className?: string | undefined;
  error?: string | undefined;
}

/** One of the technicians; also somebody who is none any more, as long as the value names them. */
export function TechnicianField({ name, ...frame }: TechnicianFieldProps) {
  const { register, control } = useFormContext();
  const value = String(useWatch({ control, name }) ?? '');
  const { data = [] } = useQuery(techniciansQuery());
  const isKnown = value === '' || data.some(({ id }) => id === value);
  return (
    <Select
      {...register(name)}
      {...frame}
      placeholder={settingsTexts.technician}
      options={[
        ...data.map(({ id, full_name }) => ({ value: id, label: full_name })),
        ...(isKnown ? [] : [{ value, label: settingsTexts.formerTechnician }]),
      ]}
    />
  );
}
