import { useEffect, useRef } from 'react';
import { CircleCheckBig } from 'lucide-react';
import { paths } from '@taller/shared/contract/paths.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { esImport } from '#src/texts/es-import.ts';
import type { Phase } from './import-state.ts';
import { ProgressBar } from './progress-bar.tsx';
import styles from './run-step.module.css';
import type { ImportControls } from './use-import.ts';

const es = esImport.run;

type RunPhase = Extract<Phase, { name: 'importing' | 'paused' | 'done' }>;

/** Step 4: how far the import is, stopping and going on, and what it did. */
export function RunStep({ phase, controls }: { phase: RunPhase; controls: ImportControls }) {
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone: the reader and the keyboard continue here.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={styles.box}>
      <Card title={es.step}>
        {phase.name === 'done' ? (
          <Done phase={phase} onAnother={controls.reset} />
        ) : (
          <Running phase={phase} controls={controls} />
        )}
      </Card>
    </div>
  );
}

function Running({
  phase,
  controls,
}: {
  phase: Extract<RunPhase, { name: 'importing' | 'paused' }>;
  controls: ImportControls;
}) {
  const total = phase.review.check.fresh.length;
  const { done } = phase.tally;
  return (
    <div className={styles.running}>
      <ProgressBar label={es.progress} value={total === 0 ? 1 : done / total} />
      <p className={styles.numbers}>{es.running(done, total)}</p>
      {phase.name === 'importing' ? (
        <div className={styles.actions}>
          <Button loading={phase.stopping} loadingText={es.stopping} onClick={controls.stop}>
            {es.stop}
          </Button>
          <p className={styles.note}>{es.keepOpen}</p>
        </div>
      ) : (
        <Banner
          tone={phase.error ? 'danger' : 'info'}
          alert
          action={
            <Button variant="primary" onClick={controls.start}>
              {es.resume}
            </Button>
          }
        >
          {phase.error && <strong>{esImport.serverProblems[phase.error]} </strong>}
          {es.paused(done, total)}
        </Banner>
      )}
    </div>
  );
}

function Done({ phase, onAnother }: { phase: Extract<RunPhase, { name: 'done' }>; onAnother: () => void }) {
  const { imported, duplicates, refused } = phase.tally;
  const out = phase.review.refused.length + refused.length;
  const again = phase.review.check.duplicates + duplicates;
  return (
    <div className={styles.done} role="status">
      <CircleCheckBig className={styles.doneIcon} aria-hidden="true" />
      <div>
        <h3 className={styles.doneTitle}>{imported > 0 ? es.doneTitle(imported) : es.nothingDone}</h3>
        <p className={styles.note}>
          {[
            es.seconds(phase.seconds),
            again > 0 && `${es.duplicates(again)}.`,
            out > 0 && `${es.refused(out)}.`,
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
        <div className={styles.actions}>
          <LinkButton variant="primary" to={paths.dashboard.getHref()}>
            {es.seeOrders}
          </LinkButton>
          <Button onClick={onAnother}>{es.another}</Button>
        </div>
      </div>
    </div>
  );
}
