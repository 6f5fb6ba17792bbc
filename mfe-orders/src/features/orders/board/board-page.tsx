import { useCallback, useMemo, useRef, useState } from 'react';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import { useSession, type CurrentUser } from '@taller/shared/runtime';
import {
  boardQuery,
  WORK_STEP,
  type BoardLimits,
  type BoardOrder,
  type OrderBoard,
} from '@taller/shared/orders/work/work-queries.ts';
import { useLiveWork } from '@taller/shared/orders/work/use-live-work.ts';
import { BOARD_COLUMNS, type BoardColumn } from '@taller/shared/orders/work/board-columns.ts';
import { columnOf, type WorkOrder } from '@taller/shared/orders/work/work-order.ts';
import { lazyExtra } from '@taller/shared/ui/lazy-extra.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { ScreenTitle } from '@taller/shared/ui/screen-title.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { Tabs } from '@taller/shared/ui/tabs.tsx';
import { useAddressState } from '@taller/shared/ui/use-address-state.ts';
import { NARROW, useMediaQuery } from '@taller/shared/ui/use-media-query.ts';
import { choiceField } from '@taller/shared/values/address-state.ts';
import { usePreloaded } from '#src/components/use-preloaded.ts';
import type { OrderTask, OrderTaskKind } from '../actions/order-task.ts';
import { OrderTaskDialog } from '../actions/order-task-dialog.tsx';
import { useChooseStatus } from '../actions/use-choose-status.ts';
import { useMinute, useToday } from '../shared/use-minute.ts';
import { useReadMore } from '../queue/use-read-more.ts';
import { useDeskSettings } from '../suggestions/use-desk-settings.ts';
import { BoardColumnView, type BoardColumnProps } from './board-column.tsx';
import { columnsOf } from './board-data.ts';
import type { BoardDragProps } from './board-drag.tsx';
import styles from './board.module.css';
import { isMove, planMove } from './plan-move.ts';
import { columnLabel } from './column-label.ts';
import { boardTexts as texts } from './texts.ts';
import { useBoardKeys } from './use-board-keys.ts';
import { useMoveOrder } from './use-move-order.ts';

const BoardDrag = lazyExtra<BoardDragProps>(() =>
  import('./board-drag.tsx').then((module) => module.BoardDrag),
);
const DIALOGS = [OrderTaskDialog];
/** The column that a phone shows. */
const FIELDS = { column: choiceField<BoardColumn>('columna', BOARD_COLUMNS, 'pending') };

interface Dragged {
  order: BoardOrder;
  /** The board when the card was picked up: nothing moves under the pointer. */
  board: OrderBoard;
}

interface ColumnsProps extends Omit<BoardColumnProps, 'data' | 'limit' | 'move' | 'isOver' | 'onMore'> {
  board: OrderBoard;
  onMore: (column: BoardColumn) => void;
}

/** The board on a phone: one column at a time, with how many orders each has. Menus move the orders. */
function NarrowColumns({ board, onMore, ...column }: ColumnsProps) {
  const { state, change } = useAddressState(FIELDS);
  const limits = useDeskSettings()?.boardLimits;
  return (
    <Tabs
      label={texts.label}
      value={state.column}
      onValueChange={(name) => change({ column: name as BoardColumn })}
      items={columnsOf(board).map((data) => ({
        value: data.column,
        label: `${columnLabel(data.column)} (${data.total})`,
        panel: (
          <BoardColumnView
            {...column}
            data={data}
            limit={limits?.[data.column] ?? null}
            hidesHeading
            onMore={() => onMore(data.column)}
          />
        ),
      }))}
    />
  );
}

interface WideColumnsProps extends ColumnsProps {
  dragged: Dragged | null;
  onDragged: (dragged: Dragged | null) => void;
}

/** All columns side by side, whose cards are moved by mouse, finger and key (TIME-35). */
function WideColumns({ board, dragged, onDragged, onMore, onMove, ...column }: WideColumnsProps) {
  const { role } = column;
  const box = useRef<HTMLDivElement>(null);
  const limits = useDeskSettings()?.boardLimits;
  const [over, setOver] = useState<BoardColumn | null>(null);
  const columns = useMemo(() => columnsOf(board), [board]);
  const cards = useMemo(() => new Map(board.orders.map((order) => [order.id, order])), [board]);
  const keys = useBoardKeys({
    board: box,
    columns,
    accepts: (id, name) => {
      const order = cards.get(id);
      return order !== undefined && isMove(planMove(role, order, name));
    },
    onMove,
  });
  return (
    <>
      {/* Keys are caught on their way up from the cards' links. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={box}
        role="group"
        className={styles.board}
        aria-label={texts.label}
        onKeyDown={keys.handleKey}
        onPointerDown={keys.handlePointer}
      >
        {columns.map((data) => (
          <BoardColumnView
            {...column}
            key={data.column}
            data={data}
            limit={limits?.[data.column] ?? null}
            move={dragged && planMove(role, dragged.order, data.column)}
            isOver={over === data.column}
            onMove={keys.move}
            onMore={() => onMore(data.column)}
          />
        ))}
      </div>
      <p className={styles.shortcuts}>{texts.shortcuts}</p>
      <BoardDrag
        board={box}
        cards={cards}
        onStart={(id) => {
          const order = cards.get(id);
          if (order) onDragged({ order, board });
        }}
        onOver={setOver}
        onDrop={(id, name) => {
          onDragged(null);
          setOver(null);
          const order = cards.get(id);
          if (order && name && name !== columnOf(order)) onMove(id, name);
        }}
      />
    </>
  );
}

/** The columns, with what a card can do. */
function Columns({
  user,
  onTask,
  ...props
}: Pick<WideColumnsProps, 'board' | 'dragged' | 'onDragged' | 'onMore' | 'loadingMore'> & {
  user: CurrentUser;
  onTask: (task: OrderTask) => void;
}) {
  const { role } = user;
  const { board, dragged, onDragged, ...rest } = props;
  const isNarrow = useMediaQuery(NARROW);
  const choose = useChooseStatus(onTask);
  const moveOrder = useMoveOrder(role, choose, onTask);
  const column = {
    ...rest,
    board,
    role,
    today: useToday(),
    minute: useMinute(),
    onChooseStatus: choose,
    onTask: useCallback((kind: OrderTaskKind, order: WorkOrder) => onTask({ kind, order }), [onTask]),
    onMove: useCallback(
      (id: string, name: BoardColumn) => {
        const order = board.orders.find((other) => other.id === id);
        if (order) moveOrder(order, name);
      },
      [board, moveOrder],
    ),
  };
  if (isNarrow) return <NarrowColumns {...column} />;
  return <WideColumns {...column} dragged={dragged} onDragged={onDragged} />;
}

/** The orders with work left, by what they wait for (TIME-33). */
function Board({ user }: { user: CurrentUser }) {
  const [limits, setLimits] = useState<BoardLimits>({});
  const [task, setTask] = usePersistedDialog<OrderTask>('tablero');
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const query = useQuery(boardQuery(limits));
  const client = useQueryClient();
  const { isReading, readMore } = useReadMore(
    (more: BoardLimits) => client.fetchQuery(boardQuery(more)),
    setLimits,
    texts.loadFailed,
  );
  useLiveWork(dragged !== null);
  usePreloaded(DIALOGS, query.data !== undefined);
  return (
    <div className={styles.screen}>
      <ScreenTitle>{texts.title}</ScreenTitle>
      <Loaded
        query={query}
        message={failureText(query.error, texts.loadFailed)}
        skeleton={
          <div className={styles.loading}>
            <Skeleton shape="card" label={texts.loading} count={8} />
          </div>
        }
      >
        {(board) => (
          <Columns
            user={user}
            board={dragged?.board ?? board}
            loadingMore={isReading}
            dragged={dragged}
            onDragged={setDragged}
            onTask={setTask}
            onMore={(column) => readMore({ ...limits, [column]: (limits[column] ?? WORK_STEP) + WORK_STEP })}
          />
        )}
      </Loaded>
      {task && <OrderTaskDialog task={task} onTask={setTask} onClose={() => setTask(null)} />}
    </div>
  );
}

/** /dashboard/tablero for staff. */
export function BoardPage() {
  const { user } = useSession();
  return user && <Board user={user} />;
}
