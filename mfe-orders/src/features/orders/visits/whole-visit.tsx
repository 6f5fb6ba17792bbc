import { isCollectable } from '@taller/shared/orders/visits/visit-delivery.ts';
import { visitOrdersQuery } from '@taller/shared/orders/visits/visit-orders-query.ts';
import { useQuery } from '@taller/shared/query';
import { Button } from '@taller/shared/ui/button.tsx';
import { visitTexts as texts } from './texts.ts';
import styles from './visit-panel.module.css';

interface WholeVisitProps {
  orderId: string;
  onDeliver: () => void;
}

/** Hands over all devices of a visit that can be collected (REC-08); nothing where there is one at most. */
export function WholeVisit({ orderId, onDeliver }: WholeVisitProps) {
  const { data = [] } = useQuery(visitOrdersQuery(orderId));
  const devices = data.filter(isCollectable).length;
  if (devices < 2) return null;
  return (
    <Button size="sm" className={styles.whole} onClick={onDeliver}>
      {texts.deliverAll(devices)}
    </Button>
  );
}
