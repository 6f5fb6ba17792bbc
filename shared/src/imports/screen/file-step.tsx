import { useState, type DragEvent } from 'react';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import FileUp from 'lucide-react/icons/file-up';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { FileField } from '#src/ui/file-field.tsx';
import { Select } from '#src/ui/select.tsx';
import { ENCODING_LABELS, type Encoding } from '../file/decode.ts';
import { SEPARATOR_LABELS, type Separator } from '../file/parse-table.ts';
import type { ImportFile } from '../file/read-file.ts';
import styles from './file-step.module.css';
import type { ImportTypes } from '../run/import-kind.ts';
import { importTexts } from './import-texts.ts';
import { ProgressBar } from './progress-bar.tsx';
import type { ImportControls } from '../run/use-import.ts';

const texts = importTexts.file;
const ENCODINGS = Object.entries(ENCODING_LABELS).map(([value, label]) => ({ value, label }));
const SEPARATORS = Object.entries(SEPARATOR_LABELS).map(([value, label]) => ({ value, label }));

/** Formats a file size: `888 kB`, `1,2 MB`. */
function formatSize(bytes: number): string {
  const kilobytes = bytes / 1000;
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} kB`;
  return `${(kilobytes / 1000).toFixed(1).replace('.', ',')} MB`;
}

interface FileStepProps<T extends ImportTypes> {
  /** Describes the file's contents. */
  label: string;
  controls: ImportControls<T>;
}

/** Step 1: selecting or dropping a file; then the detected format, which can be corrected. */
export function FileStep<T extends ImportTypes>({ label, controls }: FileStepProps<T>) {
  const { file, phase } = controls.state;
  if (phase.name === 'reading') {
    return (
      <Card title={texts.step}>
        <p className={styles.reading} role="status">
          {texts.reading}
        </p>
        <ProgressBar label={texts.reading} value={phase.progress} />
      </Card>
    );
  }
  if (!file) {
    return (
      <Card title={texts.step}>
        {phase.name === 'empty' && phase.problem && (
          <Banner tone="danger" className={styles.problem}>
            {importTexts.fileProblems[phase.problem]}
          </Banner>
        )}
        <DropZone label={label} onFile={controls.chooseFile} />
      </Card>
    );
  }
  return <FileFacts file={file} controls={controls} />;
}

function DropZone({ label, onFile }: { label: string; onFile: (file: File) => void }) {
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
      <p className={styles.zoneTitle}>{texts.drop}</p>
      <p className={styles.or}>{texts.or}</p>
      <FileField
        label={label}
        hideLabel
        variant="primary"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onChoose={onFile}
      />
      <p className={styles.hint}>{texts.hint}</p>
    </div>
  );
}

function FileFacts<T extends ImportTypes>({
  file,
  controls,
}: {
  file: ImportFile;
  controls: ImportControls<T>;
}) {
  const { phase } = controls.state;
  const fixed = phase.name === 'importing' || phase.name === 'paused' || phase.name === 'done';
  return (
    <Card
      title={texts.step}
      actions={
        phase.name !== 'importing' && (
          <Button size="sm" onClick={controls.reset}>
            {texts.other}
          </Button>
        )
      }
    >
      <div className={styles.facts}>
        <FileSpreadsheet className={styles.factsIcon} aria-hidden="true" />
        <div className={styles.name}>
          <strong>{file.name}</strong>
          <span>
            {texts.rows(file.rows.length)} · {formatSize(file.size)}
          </span>
        </div>
        {!fixed && (
          <div className={styles.choices}>
            <Select
              label={texts.encoding}
              options={ENCODINGS}
              value={file.encoding}
              onChange={(event) => controls.reparse({ encoding: event.target.value as Encoding })}
            />
            <Select
              label={texts.separator}
              options={SEPARATORS}
              value={file.separator}
              onChange={(event) => controls.reparse({ separator: event.target.value as Separator })}
            />
          </div>
        )}
      </div>
    </Card>
  );
}
