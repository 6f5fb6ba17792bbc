import { useRef, type Ref } from 'react';
import { get, useFieldArray, useFormContext } from 'react-hook-form';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash';
import { Button } from '@taller/shared/ui/button.tsx';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import type { ListSpec } from './field-specs.ts';
import { messageAt } from './form-values.ts';
import { ListFrame } from './list-frame.tsx';
import { isHours, ListItem, type ShowField } from './list-item.tsx';
import hours from './hours.module.css';
import styles from './list.module.css';
import settings from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.list;

interface ItemActionsProps {
  remover: Ref<HTMLButtonElement>;
  what: string;
  at: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** An item's buttons. At the ends of the list one of them does nothing: disabled there, it would lose the focus. */
function ItemActions({ remover, what, at, count, onMove, onRemove }: ItemActionsProps) {
  const isFirst = at === 0;
  const isLast = at === count - 1;
  return (
    <div className={styles.actions}>
      {count > 1 && (
        <>
          <IconButton
            size="sm"
            label={texts.up(what)}
            icon={<ArrowUp aria-hidden="true" />}
            aria-disabled={isFirst}
            onClick={() => !isFirst && onMove(at - 1)}
          />
          <IconButton
            size="sm"
            label={texts.down(what)}
            icon={<ArrowDown aria-hidden="true" />}
            aria-disabled={isLast}
            onClick={() => !isLast && onMove(at + 1)}
          />
        </>
      )}
      <IconButton
        ref={remover}
        size="sm"
        label={texts.remove(what)}
        icon={<Trash2 aria-hidden="true" />}
        onClick={onRemove}
      />
    </div>
  );
}

interface ListFieldProps {
  name: string;
  label: string;
  hint?: string;
  hideLabel?: boolean;
  spec: ListSpec;
  children: ShowField;
}

/** Rows that are added, removed and put in order, by buttons that the keyboard reaches too. */
export function ListField({ name, label, hint, hideLabel, spec, children }: ListFieldProps) {
  const { control, formState } = useFormContext();
  const { fields, append, move, remove } = useFieldArray({ control, name });
  const adder = useRef<HTMLButtonElement>(null);
  const removers = useRef<(HTMLButtonElement | null)[]>([]);
  const error = messageAt(formState.errors, name);
  const ofHours = isHours(spec);
  const isFull = fields.length >= spec.most;
  return (
    <ListFrame
      label={label}
      hideLabel={hideLabel}
      count={fields.length}
      folded={spec.folded}
      isWrong={get(formState.errors, name) !== undefined}
      className={ofHours ? hours.day : undefined}
    >
      {hint && <p className={settings.muted}>{hint}</p>}
      {error && (
        <p role="alert" className={styles.wrong}>
          {error}
        </p>
      )}
      {fields.length === 0 && <p className={settings.muted}>{spec.none}</p>}
      {fields.map(({ id }, at) => {
        const title = texts.item(spec.itemLabel, at + 1);
        const what = `${title} de ${label}`;
        const actions = (
          <ItemActions
            remover={(button) => {
              removers.current[at] = button;
            }}
            what={what}
            at={at}
            // Hours of a day are in the order of the clock: there is nothing to move.
            count={ofHours ? 1 : fields.length}
            onMove={(to) => move(at, to)}
            onRemove={() => {
              const near = removers.current[at + 1] ?? removers.current[at - 1] ?? adder.current;
              remove(at);
              near?.focus();
            }}
          />
        );
        return (
          <ListItem
            key={id}
            spec={spec}
            path={`${name}.${at}`}
            at={at}
            title={title}
            what={what}
            actions={actions}
          >
            {children}
          </ListItem>
        );
      })}
      <div>
        <Button
          ref={adder}
          size="sm"
          variant={ofHours ? 'ghost' : 'secondary'}
          icon={<Plus aria-hidden="true" />}
          disabled={isFull}
          onClick={() =>
            append({ ...structuredClone(spec.initial), ...(spec.keyed && { key: crypto.randomUUID() }) })
          }
          aria-label={`${spec.addLabel}: ${label}`}
        >
          {spec.addLabel}
        </Button>
        {isFull && <span className={settings.muted}> {texts.full(spec.most)}</span>}
      </div>
    </ListFrame>
  );
}
