import { useState } from 'react';
import MoreHorizontal from 'lucide-react/icons/ellipsis';
import { paths } from '@taller/shared/contract/paths.ts';
import { useQuery } from '@taller/shared/query';
import { useParams } from '@taller/shared/runtime';
import { stocktakesQuery, type Stocktake } from '@taller/shared/stock/stocktakes/stocktake-queries.ts';
import {
  useCancelStocktakeMutation,
  useFinishStocktakeMutation,
} from '@taller/shared/stock/stocktakes/stocktake-mutations.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Menu } from '@taller/shared/ui/menu.tsx';
import { PageHeader } from '@taller/shared/ui/page-header.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { failureText } from '#src/components/failure-text.ts';
import { TitleButton } from '#src/components/title-button.tsx';
import { Counting, UnsentScans } from './counting.tsx';
import { Differences } from './differences.tsx';
import styles from './stocktake.module.css';
import { countTexts as texts } from './texts.ts';

interface EndingProps {
  stocktake: Stocktake;
  ending: 'finish' | 'cancel';
  onClose: () => void;
}

/** Asks before the blind part ends, or the whole stocktake. */
function Ending({ stocktake, ending, onClose }: EndingProps) {
  const finish = useFinishStocktakeMutation(stocktake.id);
  const cancel = useCancelStocktakeMutation(stocktake.id);
  const isFinish = ending === 'finish';
  const mutation = isFinish ? finish : cancel;
  const confirm = async () => {
    try {
      await mutation.mutateAsync();
      onClose();
    } catch (error) {
      console.error(error);
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={isFinish ? texts.finishTitle : texts.cancelTitle}
      description={isFinish ? texts.finishText : texts.cancelText}
      confirmLabel={isFinish ? texts.finish : texts.cancel}
      danger={!isFinish}
      loading={mutation.isPending}
      error={
        mutation.isError
          ? failureText(mutation.error, isFinish ? texts.finishFailed : texts.cancelFailed)
          : undefined
      }
      onConfirm={() => void confirm()}
    />
  );
}

/** One stocktake: counting, then what it comes to. */
function StocktakeView({ stocktake }: { stocktake: Stocktake }) {
  const [ending, setEnding] = useState<EndingProps['ending'] | null>(null);
  const [isCounting, setCounting] = useState(false);
  const isOpen = stocktake.closed_at === null && stocktake.cancelled_at === null;
  const isFinished = stocktake.finished_at !== null;
  return (
    <div className={styles.page}>
      <PageHeader
        title={texts.title(stocktake.scope)}
        description={`${stocktake.started_by}, ${formatDateTime(stocktake.started_at)}`}
        back={{ href: paths.stocktakes.getHref(), label: texts.back }}
        actions={
          isOpen && (
            <>
              <Menu
                trigger={<TitleButton label={texts.more} icon={<MoreHorizontal aria-hidden="true" />} />}
                items={[{ label: texts.cancel, danger: true, onSelect: () => setEnding('cancel') }]}
              />
              {!isFinished && <Button onClick={() => setEnding('finish')}>{texts.finish}</Button>}
              {isFinished && !isCounting && (
                <Button onClick={() => setCounting(true)}>{texts.keepCounting}</Button>
              )}
            </>
          )
        }
      />
      {isOpen && (!isFinished || isCounting) ? (
        <Counting stocktakeId={stocktake.id} />
      ) : (
        <UnsentScans stocktakeId={stocktake.id} />
      )}
      {isFinished && <Differences stocktake={stocktake} />}
      {ending && <Ending stocktake={stocktake} ending={ending} onClose={() => setEnding(null)} />}
    </div>
  );
}

/** A stocktake by its id (PART-30 to PART-35). */
export function StocktakePage() {
  const { id = '' } = useParams();
  const stocktakes = useQuery(stocktakesQuery());
  return (
    <Loaded query={stocktakes} message={texts.loadFailed} skeleton={<Skeleton shape="rows" count={6} />}>
      {(all) => {
        const stocktake = all.find((each) => each.id === id);
        return stocktake ? (
          <StocktakeView key={id} stocktake={stocktake} />
        ) : (
          <div className={styles.page}>
            <PageHeader title={texts.back} back={{ href: paths.stocktakes.getHref(), label: texts.back }} />
            <EmptyState title={texts.gone} />
          </div>
        );
      }}
    </Loaded>
  );
}
