import { useEffect, useRef, useState } from 'react';
import {
  exportBatches,
  exportNames,
  exportTotal,
  type ExportFilter,
} from '@taller/shared/orders/export-orders.ts';
import { shopDay } from '@taller/shared/values/dates.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import { toast } from '@taller/shared/runtime';
import { saveFile } from '@taller/shared/ui/save-file.ts';
import { exportTexts } from '#src/features/orders/export/texts.ts';

export type ExportState =
  | { phase: 'idle' }
  /** `total` is null while it is unknown. */
  | { phase: 'running'; done: number; total: number | null }
  | { phase: 'failed'; error: unknown };

function announce(count: number): void {
  if (count === 0) toast.info(exportTexts.none);
  else toast.success(count === 1 ? exportTexts.one : exportTexts.done(formatThousands(count)));
}

/** Exports the orders of a filter, with progress and cancellation. */
export function useOrderExport() {
  const [state, setState] = useState<ExportState>({ phase: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (filter: ExportFilter) => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    setState({ phase: 'running', done: 0, total: null });
    const { signal } = control;
    try {
      const [total, names, { buildExport }, { orderColumns }] = await Promise.all([
        exportTotal(filter, signal),
        exportNames(signal),
        import('#src/features/orders/export/build-export.ts'),
        import('#src/features/orders/export/order-csv.ts'),
      ]);
      const show = (done: number) => {
        if (!signal.aborted) setState({ phase: 'running', done, total });
      };
      show(0);
      const file = await buildExport(exportBatches(filter, signal), orderColumns(names), show);
      if (signal.aborted) return;
      if (file.count > 0) saveFile(exportTexts.fileName(shopDay(new Date())), file.parts);
      announce(file.count);
      setState({ phase: 'idle' });
    } catch (error) {
      if (signal.aborted) return;
      console.error('The export failed', error);
      setState({ phase: 'failed', error });
    }
  };
  const cancel = () => {
    running.current?.abort();
    setState({ phase: 'idle' });
  };
  return { state, start, cancel };
}
