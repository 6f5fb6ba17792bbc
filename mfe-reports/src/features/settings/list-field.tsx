import { useRef, type ReactNode } from 'react';
import { get, useFieldArray, useFormContext } from 'react-hook-form';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash';
import { Button } from '@taller/shared/ui/button.tsx';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import type { FieldSpec, ListSpec } from './field-specs.ts';
import { messageAt } from './form-values.ts';
import { ListFrame } from './list-frame.tsx';
import styles from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.list;

interface ListFieldProps {
  name: string;
  label: string;
  hint?: string;
  spec: ListSpec;
  /** Shows one field of an item. */
  children: (spec: FieldSpec, prefix: string) => ReactNode;
}

/** The button that removes the next item, else the one before: a long list stays at its place. */
function removerBeside(remover: HTMLElement): HTMLElement | null {
  const item = remover.closest('[role="group"]');
  const beside = [item?.nextElementSibling, item?.previousElementSibling];
  const other = beside.find((element) => element?.matches('[role="group"]'));
  return other?.querySelector<HTMLElement>(':scope > :last-child > button:last-child') ?? null;
}

/** Rows that are added, removed and put in order, by buttons that the keyboard reaches too. */
export function ListField({ name, label, hint, spec, children }: ListFieldProps) {
  const { control, formState } = useFormContext();
  const { fields, append, move, remove } = useFieldArray({ control, name });
  const adder = useRef<HTMLButtonElement>(null);
  const error = messageAt(formState.errors, name);
  const isShort = spec.item.every(({ kind }) => kind === 'time');
  const isFull = fields.length >= spec.most;
  return (
    <ListFrame
      label={label}
      count={fields.length}
      folded={spec.folded}
      isWrong={get(formState.errors, name) !== undefined}
    >
      {hint && <p className={styles.muted}>{hint}</p>}
      {error && (
        <p role="alert" className={styles.wrong}>
          {error}
        </p>
      )}
      {fields.length === 0 && <p className={styles.muted}>{spec.none}</p>}
      {fields.map(({ id }, at) => {
        const what = `${texts.item(spec.itemLabel, at + 1)} de ${label}`;
        return (
          <div key={id} role="group" aria-label={what} className={styles.item}>
            <div className={isShort ? styles.shortFields : styles.itemFields}>
              {spec.item.map((part) => children(part, `${name}.${at}.`))}
            </div>
            <div className={styles.itemActions}>
              <IconButton
                size="sm"
                label={texts.up(what)}
                icon={<ArrowUp aria-hidden="true" />}
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              />
              <IconButton
                size="sm"
                label={texts.down(what)}
                icon={<ArrowDown aria-hidden="true" />}
                disabled={at === fields.length - 1}
                onClick={() => move(at, at + 1)}
              />
              <IconButton
                size="sm"
                label={texts.remove(what)}
                icon={<Trash2 aria-hidden="true" />}
                onClick={({ currentTarget }) => {
                  (removerBeside(currentTarget) ?? adder.current)?.focus();
                  remove(at);
                }}
              />
            </div>
          </div>
        );
      })}
      <div>
        <Button
          ref={adder}
          size="sm"
          icon={<Plus aria-hidden="true" />}
          disabled={isFull}
          onClick={() => append(structuredClone(spec.initial))}
          aria-label={`${spec.addLabel}: ${label}`}
        >
          {spec.addLabel}
        </Button>
        {isFull && <span className={styles.muted}> {texts.full(spec.most)}</span>}
      </div>
    </ListFrame>
  );
}
