import type { ComponentType } from 'react';

/** Describes a field of a section, for the form, for conflicts and for the history. */
interface BaseSpec {
  /** Path in the section's value; in a list, in its item. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** A remark on its value, shown instead of the hint; undefined for none. */
  readonly remark?: (value: unknown) => string | undefined;
  /** The field may stay empty, and is then not shown to anybody. */
  readonly optional?: true;
  /** Its part of a wide form, if not its kind's own. */
  readonly width?: 'third' | 'rest' | 'full' | 'figure';
}

export type FieldSpec = BaseSpec &
  (
    | { readonly kind: 'line'; readonly input?: 'tel' | 'email' | 'url' }
    | {
        readonly kind:
          | 'area'
          | 'lines'
          | 'copyDay'
          | 'price'
          | 'days'
          | 'date'
          | 'time'
          | 'flag'
          | 'coordinates'
          | 'holidays'
          | 'color'
          | 'logo'
          | 'person';
      }
    | {
        readonly kind: 'count';
        readonly suffix: string;
        /** Shown below the figure: what it would have done. */
        readonly Rehearsal?: ComponentType<{ value: unknown }>;
      }
    | {
        readonly kind: 'choice';
        readonly options: readonly { readonly value: string; readonly label: string }[];
      }
    | ListSpec
  );

export interface ListSpec {
  readonly kind: 'list';
  /** Label of one item, followed by its place in the list. */
  readonly itemLabel: string;
  readonly addLabel: string;
  /** Text of an empty list. */
  readonly none: string;
  readonly most: number;
  /** Items are collapsed at first: for long lists. */
  readonly folded?: true;
  /** Each item is collapsed to its name: for items of many fields. */
  readonly itemsFolded?: true;
  /** Items have a number where they are read. */
  readonly numbered?: true;
  /** A new item gets a `key` of its own, which no field shows: others refer to it. */
  readonly keyed?: true;
  /** Values of a new item. */
  readonly initial: Readonly<Record<string, unknown>>;
  readonly item: readonly FieldSpec[];
}

/** Fields that belong together. */
export interface FieldGroup {
  readonly title: string;
  readonly hint?: string;
  /** Shown on request, by its title: for sections of many groups. */
  readonly folded?: true;
  readonly fields: readonly FieldSpec[];
  /** Shown below the fields: what they would have done, or do not do. */
  readonly Rehearsal?: ComponentType;
}

/** A section's form. */
export interface SectionSpec {
  readonly title: string;
  /** Says where people see the section's values. */
  readonly intro: string;
  readonly groups: readonly FieldGroup[];
  /** Shown below the form, since it has one of its own: what the section would have done. */
  readonly Rehearsal?: ComponentType;
}
