import { useFormState, type Control, type FieldValues } from 'react-hook-form';
import { Banner } from '@taller/shared/ui/banner.tsx';

interface FormRuleProps<Input extends FieldValues, Output> {
  control: Control<Input, unknown, Output>;
  text: string;
}

/** The rule of a whole form, said once while a field breaks it; each field says what it needs. */
export function FormRule<Input extends FieldValues, Output>({ control, text }: FormRuleProps<Input, Output>) {
  const { errors } = useFormState({ control });
  return Object.keys(errors).length > 0 && <Banner tone="danger">{text}</Banner>;
}
