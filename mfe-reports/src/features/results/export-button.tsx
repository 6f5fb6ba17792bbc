import { useState } from 'react';
import Download from 'lucide-react/icons/download';
import { toast } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { saveFile } from '@taller/shared/ui/save-file.ts';
import type { CsvColumn } from '@taller/shared/values/csv.ts';
import { shopDay } from '@taller/shared/values/dates.ts';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { exportName } from '#src/features/drill-down/export-orders.ts';
import { resultTexts } from '#src/features/results/texts.ts';

interface ExportButtonProps<Row> {
  /** Names the file. */
  title: string;
  label?: string;
  columns: readonly CsvColumn<Row>[];
  rows: () => Promise<readonly Row[]> | readonly Row[];
  /** The message shown instead of exporting an empty file. */
  none?: string;
}

/** Saves rows as a CSV file; nothing if not all of them could be read. */
export function ExportButton<Row>({
  title,
  label = resultTexts.exportCsv,
  columns,
  rows,
  none = resultTexts.none,
}: ExportButtonProps<Row>) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const [read, { toCsv }] = await Promise.all([rows(), import('@taller/shared/values/csv.ts')]);
      if (read.length === 0) toast.info(none);
      else saveFile(exportName(title, shopDay(new Date())), toCsv(columns, read));
    } catch (error) {
      console.error(error);
      toast.error(withRequestCode(resultTexts.exportFailed, error));
    }
    setBusy(false);
  };
  return (
    <Button
      size="sm"
      icon={<Download aria-hidden="true" />}
      loading={busy}
      loadingText={resultTexts.exporting}
      onClick={() => void save()}
    >
      {label}
    </Button>
  );
}
