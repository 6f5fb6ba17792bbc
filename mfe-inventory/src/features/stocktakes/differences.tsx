import { useState } from 'react';
import { may } from '@taller/shared/access/permissions.ts';
import { useQuery } from '@taller/shared/query';
import { toast, useSession } from '@taller/shared/runtime';
import { formatItemCode } from '@taller/shared/stock/item-code.ts';
import { useCloseStocktakeMutation } from '@taller/shared/stock/stocktakes/stocktake-mutations.ts';
import {
  stocktakeDifferencesQuery,
  type Difference,
  type Stocktake,
} from '@taller/shared/stock/stocktakes/stocktake-queries.ts';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { formatClp, formatThousands } from '@taller/shared/values/money.ts';
import { failureText } from '#src/components/failure-text.ts';
import { saveDifferencesFile } from './differences-file.ts';
import { ExplainDialog } from './explain-dialog.tsx';
import { reasonOf } from './reason-of.ts';
import { RecountDialog, type RecountedItem } from './recount-dialog.tsx';
import styles from './stocktake.module.css';
import { countTexts, differenceTexts as texts } from './texts.ts';

const nameOf = ({ brand, model }: Difference) => `${brand} ${model}`;
const signed = (difference: number) =>
  difference > 0 ? `+${formatThousands(difference)}` : formatThousands(difference);

const FACTS: readonly Column<Difference>[] = [
  {
    id: 'product',
    header: countTexts.product,
    width: 11,
    priority: 'high',
    plain: 'heading',
    cell: (row) => (
      <>
        <span>{nameOf(row)}</span>
        <span className={styles.muted}>{formatItemCode(row.item_number)}</span>
        {!row.is_counted && <Badge>{texts.notCounted}</Badge>}
        {row.is_uncertain && <Badge tone="warning">{texts.uncertain}</Badge>}
      </>
    ),
  },
  {
    id: 'expected',
    header: texts.expected,
    kind: 'figure',
    width: 5.5,
    cell: (row) => formatThousands(row.expected),
  },
  {
    id: 'counted',
    header: texts.counted,
    kind: 'figure',
    width: 5.5,
    cell: (row) => formatThousands(row.counted),
  },
  {
    id: 'difference',
    header: texts.difference,
    kind: 'figure',
    width: 5.5,
    priority: 'high',
    cell: (row) => <strong>{signed(row.difference)}</strong>,
  },
];

const VALUE: Column<Difference> = {
  id: 'value',
  header: texts.value,
  kind: 'figure',
  width: 6.5,
  cell: (row) => formatClp(row.difference * (row.unit_cost ?? 0)),
};

interface NextStepProps {
  row: Difference;
  onExplain: () => void;
  onRecount: () => void;
}

/** The actions of a difference: give a reason, or count again. */
function NextStep({ row, onExplain, onRecount }: NextStepProps) {
  if (row.is_uncertain)
    return (
      <Button size="sm" aria-label={countTexts.againOf(nameOf(row))} onClick={onRecount}>
        {countTexts.again}
      </Button>
    );
  return (
    <Button size="sm" aria-label={texts.explainOf(nameOf(row))} onClick={onExplain}>
      {reasonOf(row) || texts.explain}
    </Button>
  );
}

interface CloseDialogProps {
  stocktakeId: string;
  /** How many products change. */
  changes: number;
  onClose: () => void;
}

/** Asks before the differences are put into the stock. */
function CloseDialog({ stocktakeId, changes, onClose }: CloseDialogProps) {
  const close = useCloseStocktakeMutation(stocktakeId);
  const confirm = async () => {
    try {
      await close.mutateAsync();
      toast.success(texts.closed);
      onClose();
    } catch (error) {
      console.error(error);
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={texts.closeTitle}
      description={texts.closeText(changes)}
      confirmLabel={texts.close}
      loading={close.isPending}
      error={close.isError ? failureText(close.error, texts.closeFailed) : undefined}
      onConfirm={() => void confirm()}
    />
  );
}

/** The differences of a finished stocktake: each gets a reason, then the stocktake is closed (PART-33). */
export function Differences({ stocktake }: { stocktake: Stocktake }) {
  const sees = may(useSession().user?.role, 'costs.see');
  const isOpen = stocktake.closed_at === null && stocktake.cancelled_at === null;
  const differences = useQuery(stocktakeDifferencesQuery(stocktake.id));
  const [explaining, setExplaining] = useState<readonly Difference[] | null>(null);
  const [recounting, setRecounting] = useState<RecountedItem | null>(null);
  const [closing, setClosing] = useState(false);
  const rows = differences.data ?? [];
  const open = rows.filter((row) => !row.is_uncertain && !row.is_explained);
  const value = rows.reduce((sum, row) => sum + row.difference * (row.unit_cost ?? 0), 0);
  const reason: Column<Difference> = {
    id: 'reason',
    header: texts.reason,
    kind: isOpen ? 'actions' : undefined,
    width: 10,
    cell: (row) =>
      isOpen ? (
        <NextStep
          row={row}
          onExplain={() => setExplaining([row])}
          onRecount={() => setRecounting({ itemId: row.item_id, name: nameOf(row) })}
        />
      ) : (
        reasonOf(row)
      ),
  };
  return (
    <section className={styles.stack} aria-label={texts.title}>
      <div className={styles.bar}>
        {rows.length > 0 && (
          <>
            <Button onClick={() => void saveDifferencesFile(rows, sees)}>{texts.csv}</Button>
            <Button onClick={() => window.print()}>{texts.print}</Button>
          </>
        )}
        {isOpen && open.length > 1 && (
          <Button onClick={() => setExplaining(open)}>{texts.explainAll(open.length)}</Button>
        )}
        {isOpen && differences.data && (
          <Button variant="primary" onClick={() => setClosing(true)}>
            {texts.close}
          </Button>
        )}
      </div>
      {isOpen && open.length > 0 && <p className={styles.muted}>{texts.missing(open.length)}</p>}
      <DataTable
        label={texts.title}
        columns={[...FACTS, ...(sees ? [VALUE] : []), reason]}
        query={differences}
        rows={differences.data}
        rowKey={(row) => row.item_id}
        loadFailed={texts.loadFailed}
        empty={{ title: texts.none, ...(isOpen && { hint: texts.noneHint }) }}
      />
      {sees && rows.length > 0 && (
        <p className={styles.total}>
          {texts.total}: <strong>{formatClp(value)}</strong>
        </p>
      )}
      {explaining && (
        <ExplainDialog
          stocktakeId={stocktake.id}
          differences={explaining}
          onClose={() => setExplaining(null)}
        />
      )}
      {recounting && (
        <RecountDialog stocktakeId={stocktake.id} item={recounting} onClose={() => setRecounting(null)} />
      )}
      {closing && (
        <CloseDialog
          stocktakeId={stocktake.id}
          changes={rows.filter(({ difference }) => difference !== 0).length}
          onClose={() => setClosing(false)}
        />
      )}
    </section>
  );
}
