import type { ExportFilter } from '@taller/shared/orders/export-orders.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import Download from 'lucide-react/icons/download';
import { useOrderExport } from '#src/features/orders/export/use-order-export.ts';
import { exportTexts } from '#src/features/orders/export/texts.ts';
import styles from './export-orders-button.module.css';

function Progress({ done, total }: { done: number; total: number | null }) {
  return (
    <div className={styles.progress}>
      <progress
        aria-label={exportTexts.running}
        max={total ?? undefined}
        value={total === null ? undefined : done}
      />
      <p role="status">
        {exportTexts.running}{' '}
        {exportTexts.progress(formatThousands(done), total === null ? null : formatThousands(total))}
      </p>
    </div>
  );
}

/** Exports the orders that match the desk's filter as CSV (ORD-16, DATA-03). */
export function ExportOrdersButton({ filter }: { filter: ExportFilter }) {
  const { state, start, cancel } = useOrderExport();
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={<Download aria-hidden="true" />}
        onClick={() => void start(filter)}
      >
        {exportTexts.button}
      </Button>
      <Dialog open={state.phase !== 'idle'} onOpenChange={cancel} title={exportTexts.title} size="sm">
        <DialogBody>
          {state.phase === 'running' && <Progress done={state.done} total={state.total} />}
          {state.phase === 'failed' && (
            <Banner tone="danger">{withRequestCode(exportTexts.failed, state.error)}</Banner>
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={cancel}>{exportTexts.cancel}</Button>
          {state.phase === 'failed' && (
            <Button variant="primary" onClick={() => void start(filter)}>
              {exportTexts.retry}
            </Button>
          )}
        </DialogFooter>
      </Dialog>
    </>
  );
}
