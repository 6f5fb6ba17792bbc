import { useState, type ReactNode } from 'react';
import { missingColumns } from '../file/import-field.ts';
import type { ImportFile } from '../file/read-file.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Select } from '#src/ui/select.tsx';
import styles from './columns-step.module.css';
import type { ImportChoices, ImportKind, ImportTypes } from '../run/import-kind.ts';
import { withColumn } from '../run/import-state.ts';
import { importTexts } from './import-texts.ts';
import { ProgressBar } from './progress-bar.tsx';
import type { ImportControls } from '../run/use-import.ts';

const texts = importTexts.columns;
const NONE = '';

/** `A`, `B` … `Z`, `AA`: column names as in a spreadsheet. */
function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last;
}

/** Up to three different non-empty cells of a column. */
function examples(file: ImportFile, column: number): string {
  const found = new Set<string>();
  for (const { cells } of file.rows) {
    const cell = (cells[column] ?? '').trim();
    if (cell !== '') found.add(cell.length > 40 ? `${cell.slice(0, 40)}…` : cell);
    if (found.size === 3) break;
  }
  return [...found].join(' · ');
}

interface ColumnsStepProps<T extends ImportTypes> {
  kind: ImportKind<T>;
  file: ImportFile;
  choices: ImportChoices<T>;
  controls: ImportControls<T>;
}

/**
 * Step 2: mapping of columns and words; the columns that were recognised are folded away. Ends with the dry run.
 */
export function ColumnsStep<T extends ImportTypes>({ kind, file, choices, controls }: ColumnsStepProps<T>) {
  const { phase } = controls.state;
  // Kept as they were at first, so that a field whose column is changed keeps its place.
  const [recognised] = useState(
    () =>
      new Set<T['field']>(kind.fields.flatMap(({ id }) => (choices.mapping[id] === undefined ? [] : [id]))),
  );
  const missing = missingColumns(kind.fields, choices.mapping);
  const checking = phase.name === 'checking';
  const options = [
    { value: NONE, label: texts.none },
    ...file.header.map((heading, index) => ({
      value: String(index),
      label: heading || texts.unnamed(columnLetter(index)),
    })),
  ];
  const known = kind.fields.filter(({ id }) => recognised.has(id));
  const others = kind.fields.filter(({ id }) => !recognised.has(id));
  // With each column of the file taken there is none to choose for the rest.
  const isAllTaken = recognised.size >= file.header.length;
  const asked = others.filter(({ required }) => required || !isAllTaken);
  const absent = others.filter((field) => !asked.includes(field));
  const picker = (field: (typeof kind.fields)[number]) => {
    const id: T['field'] = field.id;
    const column = choices.mapping[id];
    return (
      <li key={id} className={styles.field} data-unused={column === undefined || undefined}>
        <span className={styles.label} aria-hidden="true">
          <span>{kind.texts.fields[id]}</span>
          {field.required && <span className={styles.required}> {texts.required}</span>}
        </span>
        <Select
          label={kind.texts.fields[id]}
          hideLabel
          options={options}
          value={column === undefined ? NONE : String(column)}
          error={missing.includes(id) ? texts.missing : undefined}
          onChange={({ target }) =>
            controls.setChoices(
              withColumn<T>(choices, id, target.value === NONE ? undefined : Number(target.value)),
            )
          }
        />
        <span className={styles.example}>{column === undefined ? '' : examples(file, column)}</span>
      </li>
    );
  };
  return (
    <Card title={texts.step}>
      <p className={styles.intro}>{asked.length > 0 ? texts.intro : texts.allRecognised}</p>
      {asked.length > 0 && <ul className={styles.fields}>{asked.map(picker)}</ul>}
      <Folded label={texts.recognised(known.length)} isOpen={known.some(({ id }) => missing.includes(id))}>
        {known.map(picker)}
      </Folded>
      <Folded label={texts.notInFile(absent.length)}>{absent.map(picker)}</Folded>
      <div className={styles.options}>
        <kind.Options file={file} choices={choices} onChange={controls.setChoices} />
      </div>
      {phase.name === 'setup' && phase.error && (
        <Banner tone="danger" className={styles.error}>
          {importTexts.failures[phase.error]}
        </Banner>
      )}
      {checking && (
        <div className={styles.progress}>
          <ProgressBar label={importTexts.review.checking} value={phase.progress} />
        </div>
      )}
      <Button
        variant={phase.name === 'reviewed' ? 'secondary' : 'primary'}
        disabled={missing.length > 0}
        loading={checking}
        loadingText={importTexts.review.checking}
        onClick={controls.review}
      >
        {phase.name === 'reviewed' ? importTexts.review.again : importTexts.review.button}
      </Button>
    </Card>
  );
}

interface FoldedProps {
  label: string;
  isOpen?: boolean;
  children: readonly ReactNode[];
}

/** Fields whose columns seldom have to be chosen; nothing without any. */
function Folded({ label, isOpen = false, children }: FoldedProps) {
  if (children.length === 0) return null;
  return (
    <details className={styles.known} open={isOpen || undefined}>
      <summary>{label}</summary>
      <ul className={styles.fields}>{children}</ul>
    </details>
  );
}
