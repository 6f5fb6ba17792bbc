import { fillTemplate, templatesQuery } from '@taller/shared/messages/templates-query.ts';
import type { WaitInput } from '@taller/shared/orders/waits/wait-schema.ts';
import { useQuery } from '@taller/shared/query';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import type { UseFormReturn } from 'react-hook-form';
import { waitFormTexts as texts } from './texts.ts';
import styles from '../actions/dialogs.module.css';

interface WaitMessageProps {
  form: UseFormReturn<WaitInput>;
  orderNumber: number;
  /** The sentence about the wait that the customer reads. */
  told: string;
}

/** The message to the customer, as it would arrive, and whether it is sent: only if somebody says so (TIME-12). */
export function WaitMessage({ form, orderNumber, told }: WaitMessageProps) {
  const { data } = useQuery(templatesQuery(orderNumber, 0));
  const template = data?.templates.find(({ event }) => event === 'on_hold');
  if (!template?.enabled)
    return <p className={styles.summary}>{template ? texts.tellOff : texts.nothingSent}</p>;
  const values = template.variables.map(({ name, value }) => (name === 'espera' ? told : value));
  return (
    <Checkbox
      {...form.register('tell')}
      label={texts.tell}
      hint={texts.tellPreview(fillTemplate(template.body, values))}
    />
  );
}
