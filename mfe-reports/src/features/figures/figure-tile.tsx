import Eye from 'lucide-react/icons/eye';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { useOpenOrders, type OrdersBehind } from '#src/features/orders-behind/open-orders.ts';
import { commonTexts } from '#src/components/texts.ts';
import styles from './figure-tile.module.css';

/** A figure with its name, a description, and an eye button that opens its orders. An item of a list of tiles. */
export function FigureTile({ figure, orders }: { figure: string; orders: OrdersBehind }) {
  const open = useOpenOrders();
  return (
    <li className={styles.tile}>
      <h3 className={styles.name}>{orders.title}</h3>
      <p className={styles.figure}>{figure}</p>
      <p className={styles.text}>{orders.text}</p>
      <IconButton
        className={styles.open}
        size="sm"
        label={commonTexts.view(orders.title)}
        icon={<Eye aria-hidden="true" />}
        onClick={() => open(orders)}
      />
    </li>
  );
}
