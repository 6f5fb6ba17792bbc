import { MESSAGE_FILTERS, type MessageFilter, type MessageSearch } from '@taller/shared/messages/message.ts';
import { messageTitle } from '@taller/shared/orders/status/order-status.ts';
import { MESSAGE_EVENTS } from '@taller/shared/settings/message-variables.ts';
import { Select } from '@taller/shared/ui/select.tsx';
import {
  choiceField,
  optionField,
  pageField,
  type AddressFields,
} from '@taller/shared/values/address-state.ts';
import styles from './messages-page.module.css';
import { messageTexts as texts } from './texts.ts';

/** The filters of the log in the address. */
export const MESSAGE_FIELDS: AddressFields<MessageSearch> = {
  filter: choiceField('estado', MESSAGE_FILTERS, 'all'),
  event: optionField<string>('aviso', MESSAGE_EVENTS),
  page: pageField,
};

export interface MessageFiltersProps {
  filter: MessageFilter;
  event: string | null;
  onChange: (part: Partial<MessageSearch>) => void;
}

/** State and kind of the messages that the log shows. */
export function MessageFilters({ filter, event, onChange }: MessageFiltersProps) {
  return (
    <div className={styles.filters}>
      <Select
        className={styles.filter}
        label={texts.filter}
        hideLabel
        value={filter}
        onChange={({ target }) =>
          onChange({ filter: MESSAGE_FILTERS.find((known) => known === target.value) ?? 'all' })
        }
        options={MESSAGE_FILTERS.map((value) => ({ value, label: texts.filters[value] }))}
      />
      <Select
        className={styles.filter}
        label={texts.event}
        hideLabel
        value={event ?? ''}
        onChange={({ target }) => onChange({ event: target.value || null })}
        options={[
          { value: '', label: texts.allEvents },
          ...MESSAGE_EVENTS.map((value) => ({ value, label: messageTitle(value) })),
        ]}
      />
    </div>
  );
}
