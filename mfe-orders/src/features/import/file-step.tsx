import { useRef, useState, type DragEvent } from 'react';
import { FileSpreadsheet, FileUp } from 'lucide-react';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { classNames } from '@taller/shared/ui/class-names.ts';
import { Select } from '@taller/shared/ui/select.tsx';
import { esImport } from '#src/texts/es-import.ts';
import { ENCODING_LABELS } from './decode.ts';
import type { Encoding } from './decode.ts';
import styles from './file-step.module.css';
import { SEPARATOR_LABELS } from './parse-table.ts';
import type { Separator } from './parse-table.ts';
import { ProgressBar } from './progress-bar.tsx';
import type { ImportFile } from './read-file.ts';
import type { ImportControls } from './use-import.ts';

const es = esImport.file;
const ENCODINGS = Object.entries(ENCODING_LABELS).map(([value, label]) => ({ value, label }));
const SEPARATORS = Object.entries(SEPARATOR_LABELS).map(([value, label]) => ({ value, label }));

/** A size as people read it: `888 kB`, `1,2 MB`. */
function formatSize(bytes: number): string {
  const kilobytes = bytes / 1000;
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} kB`;
  return `${(kilobytes / 1000).toFixed(1).replace('.', ',')} MB`;
}

/** Step 1: a file by dropping or choosing; then what was understood of it, to be corrected. */
export function FileStep({ controls }: { controls: ImportControls }) {
  const { file, phase } = controls.state;
  if (phase.name === 'reading') {
    return (
      <Card title={es.step}>
        <p className={styles.reading} role="status">
          {es.reading}
        </p>
        <ProgressBar label={es.reading} value={phase.progress} />
      </Card>
    );
  }
  if (!file) {
    return (
      <Card title={es.step}>
        {phase.name === 'empty' && phase.problem && (
          <Banner tone="danger" className={styles.problem}>
            {esImport.fileProblems[phase.problem]}
          </Banner>
        )}
        <DropZone onFile={controls.chooseFile} />
      </Card>
    );
  }
  return <FileFacts file={file} controls={controls} />;
}

function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files.item(0);
    if (dropped) onFile(dropped);
  };
  return (
    <div
      className={classNames(styles.zone, over && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileUp className={styles.zoneIcon} aria-hidden="true" />
      <p className={styles.zoneTitle}>{es.drop}</p>
      <p className={styles.or}>{es.or}</p>
      <Button variant="primary" onClick={() => input.current?.click()}>
        {es.choose}
      </Button>
      {/* The button is its face; it stays in the page for assistive technology and tests. */}
      <input
        ref={input}
        className={styles.input}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        aria-label={es.label}
        onChange={(event) => {
          const chosen = event.currentTarget.files?.item(0);
          if (chosen) onFile(chosen);
        }}
      />
      <p className={styles.hint}>{es.hint}</p>
    </div>
  );
}

function FileFacts({ file, controls }: { file: ImportFile; controls: ImportControls }) {
  const { phase } = controls.state;
  const fixed = phase.name === 'importing' || phase.name === 'paused' || phase.name === 'done';
  return (
    <Card
      title={es.step}
      actions={
        phase.name !== 'importing' && (
          <Button size="sm" onClick={controls.reset}>
            {es.other}
          </Button>
        )
      }
    >
      <div className={styles.facts}>
        <FileSpreadsheet className={styles.factsIcon} aria-hidden="true" />
        <div className={styles.name}>
          <strong>{file.name}</strong>
          <span>
            {esImport.rowCount(file.rows.length)} · {formatSize(file.size)}
          </span>
        </div>
        {!fixed && (
          <div className={styles.choices}>
            <Select
              label={es.encoding}
              options={ENCODINGS}
              value={file.encoding}
              onChange={(event) => controls.readAgain({ encoding: event.target.value as Encoding })}
            />
            <Select
              label={es.separator}
              options={SEPARATORS}
              value={file.separator}
              onChange={(event) => controls.readAgain({ separator: event.target.value as Separator })}
            />
          </div>
        )}
      </div>
    </Card>
  );
}
