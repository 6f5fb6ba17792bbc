import { useMemo } from 'react';
import { EQUIPMENT_LABELS, EQUIPMENT_TYPES } from '@taller/shared/domain/equipment.ts';
import type { EquipmentType } from '@taller/shared/domain/equipment.ts';
import { LIST_STATUS_LABELS, ORDER_STATUSES } from '@taller/shared/domain/order-status.ts';
import type { OrderStatus } from '@taller/shared/domain/order-status.ts';
import { Select } from '@taller/shared/ui/select.tsx';
import { esImport } from '#src/texts/es-import.ts';
import { distinctValues } from './convert-rows.ts';
import { fold } from './fields.ts';
import type { ImportFile } from './read-file.ts';
import type { SavedChoices } from './saved-choices.ts';
import { equipmentTypeOf, statusOf } from './words.ts';
import styles from './words-step.module.css';

const es = esImport.words;
const STATUS_OPTIONS = ORDER_STATUSES.map((value) => ({ value, label: LIST_STATUS_LABELS[value] }));
const TYPE_OPTIONS = EQUIPMENT_TYPES.map((value) => ({ value, label: EQUIPMENT_LABELS[value] }));

interface WordListProps {
  title: string;
  words: readonly { readonly value: string; readonly count: number }[];
  options: readonly { readonly value: string; readonly label: string }[];
  /** What a word means now; empty when nobody knows. */
  meaning: (word: string) => string;
  onMeaning: (word: string, meaning: string) => void;
}

function WordList({ title, words, options, meaning, onMeaning }: WordListProps) {
  if (words.length === 0) return null;
  return (
    <fieldset className={styles.list}>
      <legend className={styles.title}>{title}</legend>
      {words.map(({ value, count }) => (
        <div key={value} className={styles.word}>
          <span className={styles.name} aria-hidden="true">
            {value}
            <span className={styles.count}> {es.times(count)}</span>
          </span>
          <Select
            label={value}
            hideLabel
            placeholder={es.unknown}
            options={options}
            value={meaning(value)}
            warning={meaning(value) === '' ? es.unknown : undefined}
            onChange={({ target }) => onMeaning(value, target.value)}
          />
        </div>
      ))}
    </fieldset>
  );
}

export interface WordsStepProps {
  file: ImportFile;
  choices: SavedChoices;
  onChange: (choices: SavedChoices) => void;
}

/** What the file's own words for states and kinds of device mean here. */
export function WordsStep({ file, choices, onChange }: WordsStepProps) {
  const { mapping, values } = choices;
  const { status: statusColumn, equipment_type: typeColumn } = mapping;
  // Every row is looked at: once per column, not once per redraw.
  const statusWords = useMemo(() => distinctValues(file.rows, statusColumn), [file, statusColumn]);
  const typeWords = useMemo(() => distinctValues(file.rows, typeColumn), [file, typeColumn]);
  return (
    <div className={styles.lists}>
      <WordList
        title={es.statusTitle}
        words={statusWords}
        options={STATUS_OPTIONS}
        meaning={(word) => values.status[fold(word)] ?? statusOf(word) ?? ''}
        onMeaning={(word, status) =>
          onChange({
            ...choices,
            values: { ...values, status: { ...values.status, [fold(word)]: status as OrderStatus } },
          })
        }
      />
      <WordList
        title={es.typeTitle}
        words={typeWords}
        options={TYPE_OPTIONS}
        meaning={(word) => values.equipmentType[fold(word)] ?? equipmentTypeOf(word) ?? ''}
        onMeaning={(word, type) =>
          onChange({
            ...choices,
            values: {
              ...values,
              equipmentType: { ...values.equipmentType, [fold(word)]: type as EquipmentType },
            },
          })
        }
      />
    </div>
  );
}
