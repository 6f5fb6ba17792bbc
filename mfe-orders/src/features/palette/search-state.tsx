import { Button } from '@taller/shared/ui/button.tsx';
import { paletteTexts as texts } from './texts.ts';
import type { useFoundOrders } from './use-found-orders.ts';
import styles from './palette.module.css';

export interface SearchStateProps {
  found: ReturnType<typeof useFoundOrders>;
  /** Choices that are listed, of every kind. */
  count: number;
  isEmpty: boolean;
  mayAllFields: boolean;
}

/** Announces the state of the search for orders: in progress, failed, offline, no results or the number of choices. */
export function SearchState({ found: { state, retry }, count, isEmpty, mayAllFields }: SearchStateProps) {
  const nothing = mayAllFields ? texts.nothingOfAll : texts.nothing;
  const said = {
    searching: texts.searching,
    failed: texts.failed,
    offline: texts.offline,
    idle: null,
    found: null,
  };
  const words = said[state] ?? (isEmpty ? '' : count > 0 ? texts.results(count) : nothing);
  return (
    <div className={styles.state}>
      <p role="status">{words}</p>
      {(state === 'failed' || state === 'offline') && (
        <Button size="sm" onClick={retry}>
          {texts.retry}
        </Button>
      )}
    </div>
  );
}
