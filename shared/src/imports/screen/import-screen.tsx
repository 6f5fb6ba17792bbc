import type { RefusedRow } from '../file/convert-rows.ts';
import { ColumnsStep } from './columns-step.tsx';
import { FileStep } from './file-step.tsx';
import type { ImportKind, ImportTypes } from '../run/import-kind.ts';
import styles from './import-screen.module.css';
import type { ImportState } from '../run/import-state.ts';
import { importTexts } from './import-texts.ts';
import { RefusedRows } from './refused-rows.tsx';
import { ReviewStep } from './review-step.tsx';
import { withCells } from '../run/run-import.ts';
import { RunStep } from './run-step.tsx';
import { useImport } from '../run/use-import.ts';
import { ScreenTitle } from '#src/ui/screen-title.tsx';

/** Rejected rows so far, by the dry run and by the server. */
function refusedSoFar<T extends ImportTypes>({
  file,
  phase,
}: ImportState<T>): readonly RefusedRow<T['problem']>[] {
  if (phase.name === 'reviewed') return phase.review.refused;
  if (!file || (phase.name !== 'paused' && phase.name !== 'done')) return [];
  const late = withCells(phase.tally.refused, file.rows);
  return late.length === 0
    ? phase.review.refused
    : [...phase.review.refused, ...late].sort((a, b) => a.line - b.line);
}

export interface ImportScreenProps<T extends ImportTypes> {
  kind: ImportKind<T>;
  /** Called after every run, to invalidate cached data. */
  onImported: () => Promise<unknown>;
}

/**
 * Import of rows from a file: file, columns, dry run, batches. A single page, so that earlier steps are reached by
 * scrolling up.
 */
export function ImportScreen<T extends ImportTypes>({ kind, onImported }: ImportScreenProps<T>) {
  const controls = useImport(kind, onImported);
  const { state } = controls;
  const { file, choices, phase } = state;
  const refused = refusedSoFar(state);
  const settingUp = phase.name === 'setup' || phase.name === 'checking' || phase.name === 'reviewed';
  return (
    <div className={styles.screen}>
      <header>
        <ScreenTitle>{kind.texts.title}</ScreenTitle>
        <p className={styles.intro}>{kind.texts.intro}</p>
      </header>
      <FileStep label={kind.texts.fileLabel} controls={controls} />
      {file && choices && settingUp && (
        <ColumnsStep key={file.header.join()} kind={kind} file={file} choices={choices} controls={controls} />
      )}
      {choices && phase.name === 'reviewed' && (
        <ReviewStep kind={kind} review={phase.review} options={choices.options} controls={controls} />
      )}
      {(phase.name === 'importing' || phase.name === 'paused' || phase.name === 'done') && (
        <RunStep kind={kind} phase={phase} controls={controls} />
      )}
      {file && refused.length > 0 && (
        <RefusedRows
          title={phase.name === 'done' ? importTexts.refused.afterTitle : importTexts.refused.title}
          fileName={file.name}
          header={file.header}
          rows={refused}
          problem={kind.texts.problem}
          reason={kind.texts.reason}
        />
      )}
    </div>
  );
}
