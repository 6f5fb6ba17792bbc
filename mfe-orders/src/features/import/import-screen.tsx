import { esImport } from '#src/texts/es-import.ts';
import { ColumnsStep } from './columns-step.tsx';
import { FileStep } from './file-step.tsx';
import styles from './import-screen.module.css';
import { ReviewStep } from './review-step.tsx';
import { RefusedRows } from './refused-rows.tsx';
import { RunStep } from './run-step.tsx';
import { useImport } from './use-import.ts';
import { withCells } from './run-import.ts';
import type { ImportState } from './import-state.ts';
import type { RefusedRow } from './convert-rows.ts';

/** Rows that stay out so far: those of the dry run and those that the server refused on the way. */
function refusedSoFar({ file, phase }: ImportState): readonly RefusedRow[] {
  if (phase.name === 'reviewed') return phase.review.refused;
  if (!file || (phase.name !== 'paused' && phase.name !== 'done')) return [];
  const late = withCells(phase.tally.refused, [], file.rows, phase.review.conversion.ready);
  return late.length === 0
    ? phase.review.refused
    : [...phase.review.refused, ...late].sort((a, b) => a.line - b.line);
}

/**
 * Import of orders from another system's file (ORD-16): file, columns, dry run, batches. One page from top to
 * bottom, so that going back is scrolling up.
 */
export function ImportScreen() {
  const controls = useImport();
  const { state } = controls;
  const { file, phase } = state;
  const refused = refusedSoFar(state);
  const settingUp = phase.name === 'setup' || phase.name === 'checking' || phase.name === 'reviewed';
  return (
    <div className={styles.screen}>
      <header>
        <h2 className={styles.title}>{esImport.title}</h2>
        <p className={styles.intro}>{esImport.intro}</p>
      </header>
      <FileStep controls={controls} />
      {file && settingUp && <ColumnsStep file={file} controls={controls} />}
      {file && phase.name === 'reviewed' && <ReviewStep review={phase.review} onStart={controls.start} />}
      {(phase.name === 'importing' || phase.name === 'paused' || phase.name === 'done') && (
        <RunStep phase={phase} controls={controls} />
      )}
      {file && refused.length > 0 && (
        <RefusedRows
          title={phase.name === 'done' ? esImport.refused.afterTitle : esImport.refused.title}
          fileName={file.name}
          header={file.header}
          rows={refused}
        />
      )}
    </div>
  );
}
