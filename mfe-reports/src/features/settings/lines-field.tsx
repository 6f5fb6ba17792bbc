import { useState } from 'react';
import { get, useController, useFormContext, type FieldErrors } from 'react-hook-form';
import { classNames } from '@taller/shared/ui/class-names.ts';
import type { FieldTexts } from '@taller/shared/ui/field.tsx';
import { TextArea } from '@taller/shared/ui/text-area.tsx';
import { messageAt } from './form-values.ts';
import styles from './settings.module.css';
import { settingsTexts as texts } from './texts.ts';

/** A row of a list of texts, as forms hold it. */
interface Row {
  text: string;
}

const write = (value: unknown) =>
  Array.isArray(value) ? (value as Row[]).map(({ text }) => text).join('\n') : '';

/** The lines that say something, each once: what is pasted often has empty and repeated ones. */
function read(text: string): Row[] {
  const lines = text.split('\n').map((line) => line.trim());
  const keys = lines.map((line) => line.toLocaleLowerCase('es'));
  return lines
    .filter((line, at) => line !== '' && keys.indexOf(keys[at] ?? '') === at)
    .map((line) => ({ text: line }));
}

/** The list's own error, or the first of its lines with its number. */
function linesError(errors: FieldErrors, name: string): string | undefined {
  const rows: unknown = get(errors, name);
  const at = Array.isArray(rows) ? rows.findIndex(Boolean) : -1;
  if (at < 0) return messageAt(errors, name);
  return texts.atLine(at + 1, messageAt(errors, `${name}.${at}`) ?? messageAt(errors, `${name}.${at}.text`));
}

interface LinesFieldProps extends FieldTexts {
  name: string;
  className?: string;
}

/** A list of texts in one field, a line each: two hundred of them are pasted at once. */
export function LinesField({ name, className, ...frame }: LinesFieldProps) {
  const { control, formState } = useFormContext();
  const {
    field: { ref, value, onBlur, onChange },
  } = useController({ control, name });
  const [text, setText] = useState(() => write(value));
  const shown = write(read(text)) === write(value) ? text : write(value);
  const count = read(shown).length;
  return (
    <TextArea
      {...frame}
      ref={ref}
      name={name}
      className={classNames(styles.lines, className)}
      hint={count > 0 ? texts.lines(count) : undefined}
      error={linesError(formState.errors, name)}
      rows={3}
      spellCheck={false}
      value={shown}
      onBlur={onBlur}
      onChange={(event) => {
        setText(event.target.value);
        onChange(read(event.target.value));
      }}
    />
  );
}
