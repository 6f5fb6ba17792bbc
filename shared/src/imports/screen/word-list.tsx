import type { ReactNode } from 'react';
import { Select } from '#src/ui/select.tsx';
import { importTexts } from './import-texts.ts';
import styles from './word-list.module.css';

const texts = importTexts.words;

export interface WordListProps {
  title: string;
  words: readonly { readonly value: string; readonly count: number }[];
  /** Options for the meaning of a word. */
  options: (word: string) => readonly { readonly value: string; readonly label: string }[];
  /** The current meaning of a word; empty if unknown. */
  meaning: (word: string) => string;
  onMeaning: (word: string, meaning: string) => void;
}

/** The distinct words of a column, each with its meaning. Empty for an empty column. */
export function WordList({ title, words, options, meaning, onMeaning }: WordListProps) {
  if (words.length === 0) return null;
  return (
    <fieldset className={styles.list}>
      <legend className={styles.title}>{title}</legend>
      {words.map(({ value, count }) => (
        <div key={value} className={styles.word}>
          <span className={styles.name} aria-hidden="true">
            {value}
            <span className={styles.count}> {texts.times(count)}</span>
          </span>
          <Select
            label={value}
            hideLabel
            placeholder={meaning(value) === '' ? texts.unknown : undefined}
            options={options(value)}
            value={meaning(value)}
            warning={meaning(value) === '' ? texts.unknown : undefined}
            onChange={({ target }) => onMeaning(value, target.value)}
          />
        </div>
      ))}
    </fieldset>
  );
}

/** Word lists in columns where there is room. */
export function WordLists({ children }: { children: ReactNode }) {
  return <div className={styles.lists}>{children}</div>;
}
