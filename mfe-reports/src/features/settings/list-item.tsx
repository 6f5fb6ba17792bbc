import { useState, type ReactNode } from 'react';
import { get, useFormContext, useWatch } from 'react-hook-form';
import { priceText } from '@taller/shared/config/service-price.ts';
import { classNames } from '@taller/shared/ui/class-names.ts';
import { NARROW, useMediaQuery } from '@taller/shared/ui/use-media-query.ts';
import type { FieldSpec, ListSpec } from './field-specs.ts';
import grid from './field-grid.module.css';
import hours from './hours.module.css';
import styles from './list.module.css';

const BODY = classNames(grid.fields, styles.body);

/** Items of up to so many fields are a row that ends with their buttons, but on a phone; others are under a name. */
const MOST_OF_A_ROW = 3;

/** Hours of a day: a row of times. */
export const isHours = ({ item }: ListSpec): boolean => item.every(({ kind }) => kind === 'time');

/** Shows one field of an item. */
export type ShowField = (spec: FieldSpec, prefix: string, hideLabel: boolean) => ReactNode;

interface ListItemProps {
  spec: ListSpec;
  /** Path of its value. */
  path: string;
  at: number;
  /** Its kind and place. */
  title: string;
  /** The same, with the list's name. */
  what: string;
  actions: ReactNode;
  children: ShowField;
}

const isSingle = ({ item }: ListSpec): boolean => item.length === 1;

/** An item of a list: a row, or fields under its name. */
export function ListItem(props: ListItemProps) {
  const { spec, path, at, what, actions, children } = props;
  const isNarrow = useMediaQuery(NARROW);
  const ofHours = isHours(spec);
  if (spec.item.length > MOST_OF_A_ROW || (isNarrow && !ofHours))
    return (
      <div
        role="group"
        aria-label={what}
        className={classNames(styles.item, spec.itemsFolded ? styles.foldable : styles.long)}
      >
        {spec.itemsFolded ? <FoldedItem {...props} isNarrow={isNarrow} /> : <LongItem {...props} />}
      </div>
    );
  // The first row's labels stand over a column.
  const hidesLabels = ofHours || isSingle(spec) || at > 0;
  return (
    <div
      role="group"
      aria-label={what}
      className={
        ofHours
          ? hours.row
          : classNames(styles.item, !hidesLabels && styles.labelled, spec.numbered && styles.numbered)
      }
    >
      <div className={ofHours ? hours.hours : isSingle(spec) ? styles.single : BODY}>
        {spec.item.map((part) => children(part, `${path}.`, hidesLabels))}
      </div>
      {actions}
    </div>
  );
}

/** Values by which an item of several fields is recognized. */
interface Named {
  readonly name?: string;
  readonly title?: string;
  readonly reason?: string;
  readonly label?: string;
  readonly priceFrom?: number | null;
  readonly priceTo?: number | null;
}

/** A price that is being typed may be no number yet. */
const priceOf = (value: number | null | undefined) => (Number.isInteger(value) ? (value ?? null) : null);

/** Name and price of an item, as they are typed; empty for a new one. */
function useItemName(path: string): { name: string; price: string } {
  const { control } = useFormContext();
  const value = (useWatch({ control, name: path }) ?? {}) as Named;
  return {
    name: value.name || value.title || value.reason || value.label || '',
    price: priceText({ priceFrom: priceOf(value.priceFrom), priceTo: priceOf(value.priceTo) }),
  };
}

function LongItem({ spec, path, title, actions, children }: ListItemProps) {
  const { name } = useItemName(path);
  return (
    <>
      <div className={styles.head}>
        <p className={styles.title}>{name || title}</p>
        {actions}
      </div>
      <div className={isSingle(spec) ? styles.single : BODY}>
        {spec.item.map((part) => children(part, `${path}.`, isSingle(spec)))}
      </div>
    </>
  );
}

/** Its name opens it. A new one is open, and one with an error. On a phone its buttons are below its fields. */
function FoldedItem({
  spec,
  path,
  title,
  actions,
  isNarrow,
  children,
}: ListItemProps & { isNarrow: boolean }) {
  const { formState } = useFormContext();
  const { name, price } = useItemName(path);
  const [isOpen, setOpen] = useState(!name);
  return (
    <>
      <details
        className={styles.folded}
        open={isOpen || get(formState.errors, path) !== undefined}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>
          <span className={styles.title}>{name || title}</span> <span className={styles.price}>{price}</span>
        </summary>
        <div className={BODY}>{spec.item.map((part) => children(part, `${path}.`, false))}</div>
        {isNarrow && actions}
      </details>
      {!isNarrow && actions}
    </>
  );
}
