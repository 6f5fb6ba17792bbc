/** What a field of a section is, for the form, for conflicts and for the history. */
interface BaseSpec {
  /** Path in the section's value; in a list, in its item. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** It may stay empty, and is then not shown to anybody. */
  readonly optional?: true;
}

export type FieldSpec = BaseSpec &
  (
    | { readonly kind: 'line'; readonly input?: 'tel' | 'email' | 'url' }
    | {
        readonly kind:
          | 'area'
          | 'lines'
          | 'price'
          | 'days'
          | 'date'
          | 'time'
          | 'flag'
          | 'coordinates'
          | 'holidays'
          | 'color'
          | 'logo';
      }
    | { readonly kind: 'count'; readonly suffix: string }
    | {
        readonly kind: 'choice';
        readonly options: readonly { readonly value: string; readonly label: string }[];
      }
    | ListSpec
  );

export interface ListSpec {
  readonly kind: 'list';
  /** Of one item, with its place in the list. */
  readonly itemLabel: string;
  readonly addLabel: string;
  /** What a list without items says. */
  readonly none: string;
  readonly most: number;
  /** Its items are shown on request: for lists of many. */
  readonly folded?: true;
  /** What a new item has. */
  readonly initial: Readonly<Record<string, unknown>>;
  readonly item: readonly FieldSpec[];
}

/** Fields that belong together. */
export interface FieldGroup {
  readonly title: string;
  readonly hint?: string;
  readonly fields: readonly FieldSpec[];
}

/** A section's form. */
export interface SectionSpec {
  readonly title: string;
  /** Where people see it. */
  readonly intro: string;
  readonly groups: readonly FieldGroup[];
}
