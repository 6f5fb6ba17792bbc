import { useState } from 'react';
import { browserArea } from '@taller/shared/contract/storage.ts';
import { useMediaQuery } from '@taller/shared/ui/use-media-query.ts';

/** What was chosen on this device: '1' for compact rows, '0' for usual ones. */
const DENSITY_KEY = 'taller.compact-orders';
/** From here on rows are one line of cells beside the tabs too, which can be lower (ORD-59). */
const ONE_LINE = '(min-width: 1280px)';
/** Windows that show fewer than eight orders in usual rows, such as a laptop's. */
const LOW = '(max-height: 899px)';

/**
 * Whether the list's rows are compact (ORD-66): as chosen on this device, else in low windows. And whether the screen
 * offers the choice.
 */
export function useDensity() {
  const [chosen, setChosen] = useState(() => browserArea.getItem(DENSITY_KEY));
  const offered = useMediaQuery(ONE_LINE);
  const low = useMediaQuery(LOW);
  const choose = (compact: boolean) => {
    const choice = compact ? '1' : '0';
    setChosen(choice);
    browserArea.setItem(DENSITY_KEY, choice);
  };
  return { compact: offered && (chosen === null ? low : chosen === '1'), offered, choose };
}
