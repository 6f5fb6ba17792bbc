import { useState } from 'react';
import { browserArea } from '@taller/shared/contract/storage.ts';
import { useMediaQuery } from '@taller/shared/ui/use-media-query.ts';

/** Set on this device while rows are compact. */
const DENSITY_KEY = 'taller.compact-orders';
/** From here on rows are one line of cells beside the tabs too, which can be lower (ORD-59). */
const ONE_LINE = '(min-width: 1280px)';

/** Whether the list's rows are compact, kept on this device (ORD-66), and whether the screen offers the choice. */
export function useDensity() {
  const [wanted, setWanted] = useState(() => browserArea.getItem(DENSITY_KEY) !== null);
  const offered = useMediaQuery(ONE_LINE);
  const choose = (compact: boolean) => {
    setWanted(compact);
    if (compact) browserArea.setItem(DENSITY_KEY, '1');
    else browserArea.removeItem(DENSITY_KEY);
  };
  return { compact: wanted && offered, offered, choose };
}
