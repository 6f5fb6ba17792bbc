import { MOST_WORK } from '@taller/shared/orders/work/work-queries.ts';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import { BoardCard, type BoardCardProps } from './board-card.tsx';
import type { BoardColumnData } from './board-data.ts';
import styles from './board.module.css';
import type { Move } from './plan-move.ts';
import { columnLabel } from './column-label.ts';
import { boardTexts as texts } from './texts.ts';

export interface BoardColumnProps extends Omit<BoardCardProps, 'order'> {
  data: BoardColumnData;
  /** The most orders it should have; null for any number. */
  limit: number | null;
  /** The effect of dropping the dragged order here; absent while none is dragged. */
  move?: Move | null;
  isOver?: boolean;
  /** The heading is elsewhere: on phones the tab is. */
  hidesHeading?: boolean;
  loadingMore: boolean;
  onMore: () => void;
}

/** The number of orders in a column; amber beyond the shop's limit, which refuses nothing (TIME-36). */
function Count({ total, limit }: { total: number; limit: number | null }) {
  if (limit === null || total <= limit)
    return (
      <span className={styles.faint} title={texts.counted(total)}>
        {texts.count(total, limit)}
      </span>
    );
  return (
    <span title={texts.overLimit(total, limit)}>
      <Badge tone="warning" icon={<TriangleAlert aria-hidden="true" />}>
        {texts.count(total, limit)}
      </Badge>
    </span>
  );
}

/** A column with its first orders. */
export function BoardColumnView({
  data: { column, orders, total },
  limit,
  move = null,
  isOver = false,
  hidesHeading = false,
  loadingMore,
  onMore,
  ...card
}: BoardColumnProps) {
  const label = columnLabel(column);
  return (
    <section
      className={styles.column}
      aria-label={`${label}, ${texts.counted(total)}`}
      data-column={column}
      data-move={move?.kind}
      data-over={isOver || undefined}
    >
      {(!hidesHeading || limit !== null) && (
        <header className={styles.columnHead}>
          {!hidesHeading && <h2 className={styles.heading}>{label}</h2>}
          <Count total={total} limit={limit} />
        </header>
      )}
      {move?.kind === 'refused' && <p className={styles.refused}>{move.why}</p>}
      {/* A box that scrolls must be reachable by keyboard: its cards are. */}
      <ul className={styles.cards}>
        {orders.map((order) => (
          <li key={order.id} className={styles.item}>
            <BoardCard {...card} order={order} />
          </li>
        ))}
      </ul>
      {orders.length === 0 && <p className={styles.none}>{texts.none}</p>}
      {orders.length < Math.min(total, MOST_WORK) && (
        <Button size="sm" loading={loadingMore} loadingText={texts.loadingMore} onClick={onMore}>
          {texts.more}
        </Button>
      )}
      {total > MOST_WORK && orders.length >= MOST_WORK && (
        <p className={styles.none}>{texts.inDesk(MOST_WORK)}</p>
      )}
    </section>
  );
}
