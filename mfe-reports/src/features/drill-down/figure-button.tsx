import { commonTexts } from '#src/components/texts.ts';
import styles from './figure-button.module.css';
import { useOpenOrders, type FigureOrders } from './open-orders.ts';

/** A figure that opens its orders. In print only the figure is shown. */
export function FigureButton({ figure, orders }: { figure: string; orders: FigureOrders }) {
  const open = useOpenOrders();
  return (
    <button
      type="button"
      className={styles.figure}
      aria-label={commonTexts.view(`${orders.title}: ${figure}`)}
      onClick={() => open(orders)}
    >
      {figure}
    </button>
  );
}
