import { useEffect, useEffectEvent, useRef, useState } from 'react';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { IconButton } from './icon-button.tsx';
import { TextField } from './text-field.tsx';
import { listTexts } from './list-texts.ts';

export interface SearchBoxProps {
  label: string;
  placeholder?: string;
  /** The active search, for example from the URL. */
  value: string;
  /** Called with the trimmed text after the debounce, and immediately on Enter and on clearing. */
  onSearch: (text: string) => void;
  /** Called on every input event, before the debounced search. */
  onType?: () => void;
  /** Debounce in milliseconds. */
  ms?: number;
  className?: string;
}

/** A debounced search box. Escape clears it. */
export function SearchBox({
  label,
  placeholder,
  value,
  onSearch,
  onType,
  ms = 300,
  className,
}: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  // An external search (back button, cleared filters) replaces the text.
  if (known !== value) {
    setKnown(value);
    if (text.trim() !== value) setText(value);
  }
  const search = (next: string) => {
    if (next.trim() !== value) onSearch(next.trim());
  };
  /** A text that has been replaced is not searched: its timer may fire before the effect that cancels it runs. */
  const searchNow = useEffectEvent((typed: string) => {
    if (typed === text) search(typed);
  });
  useEffect(() => {
    const timer = setTimeout(() => searchNow(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  const type = (next: string) => {
    setText(next);
    onType?.();
  };
  const clear = () => {
    type('');
    search('');
    input.current?.focus();
  };
  return (
    <TextField
      ref={input}
      className={className}
      type="search"
      label={label}
      hideLabel
      placeholder={placeholder ?? label}
      value={text}
      autoComplete="off"
      enterKeyHint="search"
      prefix={<Search aria-hidden="true" />}
      suffix={
        text && <IconButton label={listTexts.clearSearch} icon={<X aria-hidden="true" />} onClick={clear} />
      }
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          search(text);
          // A scanner types and presses Enter: its next input replaces this.
          event.currentTarget.select();
        }
        if (event.key === 'Escape' && text) {
          event.preventDefault();
          clear();
        }
      }}
    />
  );
}
