import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react';
import Search from 'lucide-react/icons/search';
import { may } from '@taller/shared/access/permissions.ts';
import { recentChoices } from '@taller/shared/contract/recent-choices.ts';
import { PALETTE_SHOWN, type PaletteSite } from '@taller/shared/contract/widgets.ts';
import type { CurrentUser } from '@taller/shared/runtime';
import { CameraButton } from '@taller/shared/ui/camera/camera-button.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { useSettled } from '@taller/shared/ui/use-settled.ts';
import {
  choicesOf,
  codeChoices,
  matching,
  meantBy,
  orderChoice,
  recentOf,
  searchedFor,
  type Choice,
} from './choices.ts';
import { ChoiceList } from './choice-list.tsx';
import { paletteTexts as texts } from './texts.ts';
import styles from './palette.module.css';
import { Button } from '@taller/shared/ui/button.tsx';
import { dataErrorCode, replyOf } from '@taller/shared/data-access/data-error.ts';
import { foundOrdersQuery, type FoundOrder } from '@taller/shared/orders/found-orders-query.ts';
import { readCode } from '@taller/shared/orders/scan/read-code.ts';
import { useQuery } from '@taller/shared/query';
import { searchOf } from './search-of.ts';

/** Pause in typing after which the server is asked. */
const PAUSE_MS = 200;
const MOST_SHOWN = 8;

interface FoundOrders {
  orders: readonly FoundOrder[];
  state: 'idle' | 'searching' | 'found' | 'failed' | 'offline';
  retry: () => void;
}

/**
 * The orders for the typed text (UI-07), with the rights, the log entries and the indexes of the list's search.
 * Each text is a query of its own, so that an older answer is never shown for a newer text.
 */
function useFoundOrders(typed: string): FoundOrders {
  const settled = useSettled(typed, PAUSE_MS);
  const wanted = searchOf(typed);
  const asked = searchOf(settled);
  const isCurrent = wanted === asked;
  const { data, error, refetch, isFetching } = useQuery({
    ...foundOrdersQuery(asked ?? ''),
    enabled: asked !== null && isCurrent,
  });
  const retry = () => void refetch();
  if (wanted === null) return { orders: [], state: 'idle', retry };
  if (isCurrent && data) return { orders: data.slice(0, MOST_SHOWN), state: 'found', retry };
  if (!isCurrent || !error || isFetching) return { orders: [], state: 'searching', retry };
  const isOffline = dataErrorCode(error) === 'offline' && replyOf(error) === 'none';
  return { orders: [], state: isOffline ? 'offline' : 'failed', retry };
}

interface SearchStateProps {
  found: ReturnType<typeof useFoundOrders>;
  /** Choices that are listed, of every kind. */
  count: number;
  /** The text as it was typed or scanned. */
  text: string;
  mayAllFields: boolean;
}

/** Announces the state of the search for orders: in progress, failed, offline, no results or the number of choices. */
function SearchState({ found: { state, retry }, count, text, mayAllFields }: SearchStateProps) {
  const isForeign = readCode(text, location.origin).kind === 'foreign';
  const nothing = isForeign ? texts.foreign : mayAllFields ? texts.nothingOfAll : texts.nothing;
  const said = {
    searching: texts.searching,
    failed: texts.failed,
    offline: texts.offline,
    idle: null,
    found: null,
  };
  const words = said[state] ?? (text.trim() === '' ? '' : count > 0 ? texts.results(count) : nothing);
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

export interface PaletteBoxProps {
  user: CurrentUser;
  onChoose: (choice: Choice, inNewTab: boolean) => void;
}

/** The steps of the keys in the list, from the place of the active choice. */
const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at + count - 1) % count,
};

function askShell(): PaletteSite {
  const detail: PaletteSite = { screens: [], takeEarlyKeys: () => ({ text: '', isEntered: false }) };
  dispatchEvent(new CustomEvent(PALETTE_SHOWN, { detail }));
  return detail;
}

/** Hook: opens a choice as soon as there is one, once: the palette closes with it. */
function useOpening(ready: Choice | undefined, onChoose: PaletteBoxProps['onChoose']): void {
  const key = ready?.key;
  const open = useEffectEvent(() => ready && onChoose(ready, false));
  useEffect(() => {
    if (key !== undefined) open();
  }, [key]);
}

/** A combobox with its list: the focus stays in the field, the arrows choose. */
export function PaletteBox({ user, onChoose }: PaletteBoxProps) {
  const [site] = useState(askShell);
  const [text, setText] = useState('');
  const [activeKey, setActiveKey] = useState<string | null>(null);
  /** Enter came before the answer: who types or scans a number is faster than the server. */
  const [awaited, setAwaited] = useState<'typed' | 'scanned' | null>(null);
  const list = useId();
  const found = useFoundOrders(searchedFor(text, location.origin));
  const known = choicesOf(user.role, site.screens);
  const isEmpty = text.trim() === '';
  const recent = isEmpty ? recentOf(recentChoices(user.id), known) : [];
  const rest = matching(known, text).filter(({ key }) => recent.every((one) => one.key !== key));
  const named = [
    ...codeChoices(text, location.origin),
    ...meantBy(text, found.orders, location.origin).map(orderChoice),
  ];
  const choices = [...recent, ...named, ...rest];
  const at = Math.max(
    choices.findIndex(({ key }) => key === activeKey),
    0,
  );
  const active = choices[at];
  // A code opens what it names: anybody may print one with the words of a screen, or of an action.
  const ready = awaited === 'scanned' ? named[0] : awaited ? active : undefined;
  useOpening(ready, onChoose);
  const mayAllFields = may(user.role, 'orders.find');

  const enter = (typed: string, entered: typeof awaited) => {
    setText(typed);
    setActiveKey(null);
    setAwaited(entered);
  };
  const handleFocus = () => {
    const early = site.takeEarlyKeys();
    const entered = early.isScanned ? 'scanned' : 'typed';
    if (early.text !== '') enter(early.text, early.isEntered ? entered : null);
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step && choices.length > 0) {
      event.preventDefault();
      setActiveKey(choices[step(at, choices.length)]?.key ?? null);
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (!active) setAwaited(found.state === 'searching' ? 'typed' : null);
      else onChoose(active, event.ctrlKey || event.metaKey);
    }
  };
  return (
    <div className={styles.box}>
      <TextField
        label={texts.title}
        hideLabel
        data-autofocus
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={active && `${list}-${at}`}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={100}
        prefix={<Search aria-hidden="true" />}
        suffix={<CameraButton onScan={(code) => enter(code, 'scanned')} />}
        placeholder={mayAllFields ? texts.placeholderOfAll : texts.placeholder}
        value={text}
        onChange={(event) => enter(event.target.value, null)}
        onFocus={handleFocus}
        onKeyDown={handleKey}
      />
      <SearchState found={found} count={choices.length} text={text} mayAllFields={mayAllFields} />
      <ChoiceList id={list} choices={choices} active={at} onActive={setActiveKey} onChoose={onChoose} />
      <p className={styles.keys} aria-hidden="true">
        {texts.keys}
      </p>
    </div>
  );
}
