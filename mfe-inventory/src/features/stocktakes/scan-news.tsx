import { useState } from 'react';
import { dataErrorCode, replyOf } from '@taller/shared/data-access/data-error.ts';
import { formatItemCode } from '@taller/shared/stock/item-code.ts';
import { isLost, type ScanQueue, type ScanState } from '@taller/shared/stock/stocktakes/scan-queue.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { formatThousands } from '@taller/shared/values/money.ts';
import { failureText } from '#src/components/failure-text.ts';
import styles from './stocktake.module.css';
import { countTexts as texts } from './texts.ts';

/** The text about waiting scans, with the reason: no answer came, or one of a server that fails. */
function waitingText(error: unknown): (count: number) => string {
  if (error === null) return texts.waiting;
  return replyOf(error) === 'none' ? texts.waitingOffline : texts.waitingServer;
}

/** The state of this phone's scans: the last one, the waiting ones, and the refused ones. */
export function ScanNews({ queue, state }: { queue: ScanQueue; state: ScanState }) {
  const [discarding, setDiscarding] = useState(false);
  const { waiting, refused, last, error } = state;
  const isOffline = error !== null && dataErrorCode(error) === 'offline';
  return (
    <>
      <p className={styles.last} role="status">
        {last?.outcome === 'counted' &&
          texts.scanned(`${last.brand} ${last.model}`, formatThousands(last.counted ?? 0))}
      </p>
      {waiting > 0 && (error === null || isOffline) && (
        <p className={styles.muted}>{waitingText(error)(waiting)}</p>
      )}
      {waiting > 0 && error !== null && !isOffline && (
        <Banner
          tone="danger"
          action={
            isLost(error) ? (
              <Button size="sm" onClick={() => setDiscarding(true)}>
                {texts.discard}
              </Button>
            ) : (
              <Button size="sm" onClick={() => void queue.send()}>
                {texts.retry}
              </Button>
            )
          }
        >
          <p>{failureText(error, { otherwise: texts.notSent }, ['invalid', 'not-found'])}</p>
          <p>{texts.onPhone(waiting)}</p>
        </Banner>
      )}
      {refused.map(({ id, code, answer }) => (
        <Banner
          key={id}
          tone="warning"
          alert
          action={
            <Button size="sm" onClick={() => queue.forget(id)}>
              {texts.understood}
            </Button>
          }
        >
          <strong>
            {answer.item_number === null
              ? code
              : `${formatItemCode(answer.item_number)} ${answer.brand} ${answer.model}`}
          </strong>{' '}
          {texts.refused[answer.outcome]}
        </Banner>
      ))}
      <ConfirmDialog
        open={discarding}
        onOpenChange={setDiscarding}
        title={texts.discardTitle}
        description={texts.discardText}
        confirmLabel={texts.discard}
        danger
        onConfirm={() => {
          queue.discard();
          setDiscarding(false);
        }}
      />
    </>
  );
}
