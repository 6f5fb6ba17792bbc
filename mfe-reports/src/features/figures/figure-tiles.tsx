import { type FigureOrders, useOpenOrders } from '#src/features/drill-down/open-orders.ts';
import Eye from 'lucide-react/icons/eye';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { commonTexts } from '#src/components/texts.ts';
import grid from '#src/components/even-grid.module.css';
import { KeyTile } from './key-figure.tsx';
import styles from './key-figure.module.css';

/** A figure with its name, a description, and an eye button that opens its orders. An item of a list of tiles. */
function FigureTile({ figure, orders }: { figure: string; orders: FigureOrders }) {
  const open = useOpenOrders();
  return (
    <KeyTile
      name={orders.title}
      figure={figure}
      className={styles.sunken}
      actions={
        <IconButton
          size="sm"
          label={commonTexts.view(orders.title)}
          icon={<Eye aria-hidden="true" />}
          onClick={() => open(orders)}
        />
      }
    >
      <p className={styles.text}>{orders.text}</p>
    </KeyTile>
  );
}

/** Figures side by side, none of them alone in a row. */
export function FigureTiles({ tiles }: { tiles: readonly { figure: string; orders: FigureOrders }[] }) {
  return (
    <ul className={grid.grid}>
      {tiles.map(({ figure, orders }) => (
        <FigureTile key={orders.title} figure={figure} orders={orders} />
      ))}
    </ul>
  );
}
