import { useMemo } from 'react';
import { EQUIPMENT_LABELS, EQUIPMENT_TYPES } from '@taller/shared/orders/equipment.ts';
import type { EquipmentType } from '@taller/shared/orders/equipment.ts';
import { LIST_STATUS_LABELS, ORDER_STATUSES } from '@taller/shared/orders/status/order-status.ts';
import type { OrderStatus } from '@taller/shared/orders/status/order-status.ts';
import { distinctValues } from '@taller/shared/imports/file/convert-rows.ts';
import { fold } from '@taller/shared/imports/file/import-field.ts';
import type { OptionsProps } from '@taller/shared/imports/run/import-kind.ts';
import { WordList, WordLists } from '@taller/shared/imports/screen/word-list.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { orderImportTexts } from '#src/features/import/texts.ts';
import type { OrderImport } from './import-row.ts';
import type { DateOrder } from './read-date.ts';
import { equipmentTypeOf, statusOf } from './words.ts';
import styles from './words-step.module.css';

const es = orderImportTexts.words;
const STATUS_OPTIONS = ORDER_STATUSES.map((value) => ({ value, label: LIST_STATUS_LABELS[value] }));
const TYPE_OPTIONS = EQUIPMENT_TYPES.map((value) => ({ value, label: EQUIPMENT_LABELS[value] }));

/** The file's date order, and the meaning of its words for statuses and device types. */
export function WordsStep({ file, choices, onChange }: OptionsProps<OrderImport>) {
  const { mapping, options } = choices;
  const { values, dateOrder, takenNumbers } = options;
  const { status: statusColumn, equipment_type: typeColumn } = mapping;
  const change = (part: Partial<typeof options>) => onChange({ mapping, options: { ...options, ...part } });
  // Scans every row: once per column, not on every render.
  const statusWords = useMemo(() => distinctValues(file.rows, statusColumn), [file, statusColumn]);
  const typeWords = useMemo(() => distinctValues(file.rows, typeColumn), [file, typeColumn]);
  return (
    <>
      <div className={styles.order}>
        <Select
          label={es.dateOrder}
          options={[
            { value: 'dmy', label: es.dmy },
            { value: 'mdy', label: es.mdy },
          ]}
          value={dateOrder}
          onChange={({ target }) => change({ dateOrder: target.value as DateOrder })}
        />
        <Select
          label={es.takenNumbers}
          hint={es.takenNumbersHint}
          options={[
            { value: 'leave', label: es.leave },
            { value: 'renew', label: es.renew },
          ]}
          value={takenNumbers}
          onChange={({ target }) => change({ takenNumbers: target.value as typeof takenNumbers })}
        />
      </div>
      <WordLists>
        <WordList
          title={es.statusTitle}
          words={statusWords}
          options={() => STATUS_OPTIONS}
          meaning={(word) => values.status[fold(word)] ?? statusOf(word) ?? ''}
          onMeaning={(word, status) =>
            change({
              values: { ...values, status: { ...values.status, [fold(word)]: status as OrderStatus } },
            })
          }
        />
        <WordList
          title={es.typeTitle}
          words={typeWords}
          options={() => TYPE_OPTIONS}
          meaning={(word) => values.equipmentType[fold(word)] ?? equipmentTypeOf(word) ?? ''}
          onMeaning={(word, type) =>
            change({
              values: {
                ...values,
                equipmentType: { ...values.equipmentType, [fold(word)]: type as EquipmentType },
              },
            })
          }
        />
      </WordLists>
    </>
  );
}
