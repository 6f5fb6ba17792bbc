import type { OrdersBehind } from '#src/features/orders-behind/open-orders.ts';
import { FigureTile } from './figure-tile.tsx';
import styles from './figure-tiles.module.css';

/** Figures in as many columns as fit. */
export function FigureTiles({ tiles }: { tiles: readonly { figure: string; orders: OrdersBehind }[] }) {
  return (
    <ul className={styles.tiles}>
      {tiles.map(({ figure, orders }) => (
        <FigureTile key={orders.title} figure={figure} orders={orders} />
      ))}
    </ul>
  );
}
