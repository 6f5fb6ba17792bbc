import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { esImport } from '#src/texts/es-import.ts';
import styles from './columns-step.module.css';
import { missingColumns } from './convert-rows.ts';
import { IMPORT_FIELDS } from './fields.ts';
import { withColumn } from './import-state.ts';
import { ProgressBar } from './progress-bar.tsx';
import type { DateOrder } from './read-date.ts';
import type { ImportFile } from './read-file.ts';
import type { ImportControls } from './use-import.ts';
import { WordsStep } from './words-step.tsx';

const es = esImport.columns;
const NONE = '';

/** `A`, `B` … `Z`, `AA`: the column as a spreadsheet names it. */
function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last;
}

/** Up to three different filled cells of a column. */
function examples(file: ImportFile, column: number): string {
  const found = new Set<string>();
  for (const { cells } of file.rows) {
    const cell = (cells[column] ?? '').trim();
    if (cell !== '') found.add(cell.length > 40 ? `${cell.slice(0, 40)}…` : cell);
    if (found.size === 3) break;
  }
  return [...found].join(' · ');
}

/** Step 2: which column is which, and what the file's words for states and kinds mean. Ends with the dry run. */
export function ColumnsStep({ file, controls }: { file: ImportFile; controls: ImportControls }) {
  const { choices, phase } = controls.state;
  const missing = missingColumns(choices.mapping);
  const checking = phase.name === 'checking';
  const options = [
    { value: NONE, label: es.none },
    ...file.header.map((heading, index) => ({
      value: String(index),
      label: heading || es.unnamed(columnLetter(index)),
    })),
  ];
  return (
    <Card title={es.step}>
      <p className={styles.intro}>{es.intro}</p>
      <ul className={styles.fields}>
        {IMPORT_FIELDS.map(({ id, required }) => {
          const column = choices.mapping[id];
          return (
            <li key={id} className={styles.field} data-unused={column === undefined || undefined}>
              <span className={styles.label} aria-hidden="true">
                {esImport.fields[id]}
                {required && <span className={styles.required}> {es.required}</span>}
              </span>
              <Select
                label={esImport.fields[id]}
                hideLabel
                options={options}
                value={column === undefined ? NONE : String(column)}
                error={missing.includes(id) ? es.missing : undefined}
                onChange={({ target }) =>
                  controls.setChoices(
                    withColumn(choices, id, target.value === NONE ? undefined : Number(target.value)),
                  )
                }
              />
              <span className={styles.example}>{column === undefined ? '' : examples(file, column)}</span>
            </li>
          );
        })}
      </ul>
      <div className={styles.order}>
        <Select
          label={es.dateOrder}
          options={[
            { value: 'dmy', label: es.dmy },
            { value: 'mdy', label: es.mdy },
          ]}
          value={choices.dateOrder}
          onChange={({ target }) => controls.setChoices({ ...choices, dateOrder: target.value as DateOrder })}
        />
      </div>
      <WordsStep file={file} choices={choices} onChange={controls.setChoices} />
      {phase.name === 'setup' && phase.error && (
        <Banner tone="danger" className={styles.error}>
          {esImport.serverProblems[phase.error]}
        </Banner>
      )}
      {checking && (
        <div className={styles.progress}>
          <ProgressBar label={esImport.review.checking} value={phase.progress} />
        </div>
      )}
      <Button
        variant={phase.name === 'reviewed' ? 'secondary' : 'primary'}
        disabled={missing.length > 0}
        loading={checking}
        loadingText={esImport.review.checking}
        onClick={controls.review}
      >
        {phase.name === 'reviewed' ? esImport.review.again : esImport.review.button}
      </Button>
    </Card>
  );
}
