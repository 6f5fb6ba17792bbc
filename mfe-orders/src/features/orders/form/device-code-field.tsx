import { useController, useWatch } from 'react-hook-form';
import { PASSWORD_TYPE_LABELS, PASSWORD_TYPES } from '@taller/shared/orders/equipment.ts';
import type { OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { Select } from '@taller/shared/ui/select.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { PatternLock } from '#src/features/orders/shared/pattern-lock.tsx';
import { orderFormTexts as texts } from '#src/features/orders/form/texts.ts';
import type { OrderFormControls } from './order-form-values.ts';

interface DeviceCodeFieldProps {
  form: OrderFormControls;
  storedCodeType: OrderFormInput['password_type'];
}

/** The device code (ORD-04): changing its type clears the typed code, and on saving the stored one. */
export function DeviceCodeField({ form, storedCodeType }: DeviceCodeFieldProps) {
  const { control, register, setValue, formState } = form;
  const type = useWatch({ control, name: 'password_type' });
  const code = useController({ control, name: 'device_password' });
  const error = formState.errors.device_password?.message;
  const kept = storedCodeType && type === storedCodeType ? texts.codeKept : undefined;
  const cleared = storedCodeType && type !== storedCodeType ? texts.codeCleared : undefined;
  return (
    <>
      <Select
        {...register('password_type', {
          onChange: () => setValue('device_password', '', { shouldDirty: true, shouldValidate: false }),
          setValueAs: (value: string | null) => value || null,
        })}
        label={texts.passwordType}
        placeholder={texts.noPassword}
        warning={cleared}
        options={PASSWORD_TYPES.map((choice) => ({ value: choice, label: PASSWORD_TYPE_LABELS[choice] }))}
      />
      {type === 'pin' && (
        <TextField
          {...register('device_password')}
          label={texts.pin}
          inputMode="numeric"
          autoComplete="off"
          hint={kept}
          error={error}
        />
      )}
      {type === 'password' && (
        <TextField
          {...register('device_password')}
          label={texts.password}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={kept}
          error={error}
        />
      )}
      {type === 'pattern' && (
        <div>
          {kept && <p>{kept}</p>}
          <PatternLock
            label={texts.pattern}
            value={code.field.value}
            onChange={code.field.onChange}
            error={error}
          />
        </div>
      )}
    </>
  );
}
