import { useEffect, useRef } from 'react';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import type { ImportKind, ImportTypes } from '../run/import-kind.ts';
import type { Phase } from '../run/import-state.ts';
import { formatCount, importTexts } from './import-texts.ts';
import { ProgressBar } from './progress-bar.tsx';
import styles from './run-step.module.css';
import type { ImportControls } from '../run/use-import.ts';

const texts = importTexts.run;

type RunPhase<T extends ImportTypes> = Extract<Phase<T>, { name: 'importing' | 'paused' | 'done' }>;

interface RunStepProps<T extends ImportTypes> {
  kind: ImportKind<T>;
  phase: RunPhase<T>;
  controls: ImportControls<T>;
}

/** Step 4: progress, stopping and resuming, and the result. */
export function RunStep<T extends ImportTypes>({ kind, phase, controls }: RunStepProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  // The clicked button is removed: scroll and focus continue here.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={styles.box}>
      <Card title={texts.step}>
        {phase.name === 'done' ? (
          <Done kind={kind} phase={phase} onAnother={controls.reset} />
        ) : (
          <Unfinished kind={kind} phase={phase} controls={controls} />
        )}
      </Card>
    </div>
  );
}

function Unfinished<T extends ImportTypes>({
  kind,
  phase,
  controls,
}: Omit<RunStepProps<T>, 'phase'> & { phase: Extract<RunPhase<T>, { name: 'importing' | 'paused' }> }) {
  const total = phase.rows.length;
  const { done } = phase.tally;
  return (
    <div className={styles.running}>
      <ProgressBar label={texts.progress} value={total === 0 ? 1 : done / total} />
      <p className={styles.numbers}>{kind.texts.running(formatCount(done), total)}</p>
      {phase.name === 'importing' ? (
        <div className={styles.actions}>
          <Button loading={phase.stopping} loadingText={texts.stopping} onClick={controls.stop}>
            {texts.stop}
          </Button>
          <p className={styles.note}>{texts.keepOpen}</p>
        </div>
      ) : (
        <Banner
          tone={phase.error ? 'danger' : 'info'}
          alert
          action={
            <Button variant="primary" onClick={controls.start}>
              {texts.resume}
            </Button>
          }
        >
          {phase.error && <strong>{importTexts.failures[phase.error]} </strong>}
          <span>{texts.paused(done, total)}</span>
        </Banner>
      )}
    </div>
  );
}

interface DoneProps<T extends ImportTypes> {
  kind: ImportKind<T>;
  phase: Extract<RunPhase<T>, { name: 'done' }>;
  onAnother: () => void;
}

function Done<T extends ImportTypes>({ kind, phase, onAnother }: DoneProps<T>) {
  const { imported, duplicates, refused } = phase.tally;
  const out = phase.review.refused.length + refused.length;
  const again = phase.review.check.duplicates + duplicates;
  return (
    <div className={styles.done} role="status">
      <CircleCheckBig className={styles.doneIcon} aria-hidden="true" />
      <div>
        <h3 className={styles.doneTitle}>
          {imported > 0 ? kind.texts.doneTitle(imported) : kind.texts.nothingDone}
        </h3>
        <p className={styles.note}>
          {[
            texts.seconds(phase.seconds),
            again > 0 && `${kind.texts.duplicates(again)}.`,
            out > 0 && `${texts.refused(out)}.`,
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
        <div className={styles.actions}>
          <LinkButton variant="primary" to={kind.seeHref}>
            {kind.texts.see}
          </LinkButton>
          <Button onClick={onAnother}>{texts.another}</Button>
        </div>
      </div>
    </div>
  );
}
