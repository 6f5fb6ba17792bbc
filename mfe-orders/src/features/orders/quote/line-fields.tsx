import { useFormContext, useWatch } from 'react-hook-form';
import Trash2 from 'lucide-react/icons/trash';
import { CONDITION_LABELS } from '@taller/shared/orders/quote/quote-lines.ts';
import {
  PLACES,
  type QuoteLinesForm,
  type QuoteLinesInput,
} from '@taller/shared/orders/quote/quote-lines-schema.ts';
import { classNames } from '@taller/shared/ui/class-names.ts';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import { FormNumberField } from '@taller/shared/ui/form-number-field.tsx';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import styles from './line-fields.module.css';
import { PartField } from './part-field.tsx';
import { PercentField } from './percent-field.tsx';
import { linesTexts as texts } from './texts.ts';

const CONDITIONS = Object.entries(CONDITION_LABELS).map(([value, label]) => ({ value, label }));
const PLACE_OPTIONS = PLACES.map((value) => ({ value, label: texts.places[value] }));

interface LineFieldsProps {
  at: number;
  seesCosts: boolean;
  /** The sum of the chosen lines, before discounts on the whole quote. */
  fullTotal: number;
  onRemove: () => void;
}

/** The fields of a line: what every line has at once, the rest below 'Más'. */
export function LineFields({ at, seesCosts, fullTotal, onRemove }: LineFieldsProps) {
  const form = useFormContext<QuoteLinesInput, unknown, QuoteLinesForm>();
  const { register, control, formState } = form;
  const line = useWatch({ control, name: `lines.${at}` });
  const errors = formState.errors.lines?.[at];
  const name = <F extends string>(field: F) => `lines.${at}.${field}` as const;
  const title = `${texts.line(at + 1)} · ${texts.kinds[line.kind]}`;
  const isDiscount = line.kind === 'discount';
  return (
    <fieldset className={styles.line} aria-label={title}>
      <div className={styles.head}>
        <span aria-hidden="true">{title}</span>
        <IconButton
          size="sm"
          label={texts.remove(title)}
          icon={<Trash2 aria-hidden="true" />}
          onClick={onRemove}
        />
      </div>
      <div className={styles.row}>
        <div className={styles.wide}>
          {line.kind === 'part' ? (
            <PartField at={at} seesCosts={seesCosts} error={errors?.description?.message} />
          ) : (
            <TextField
              {...register(name('description'))}
              label={texts.description}
              error={errors?.description?.message}
            />
          )}
        </div>
        {!isDiscount && <FormNumberField control={control} name={name('quantity')} label={texts.quantity} />}
        <FormNumberField
          control={control}
          name={name('price')}
          label={isDiscount ? texts.discountOf : texts.price}
          prefix="$"
        />
        {isDiscount && <PercentField at={at} field="price" of={fullTotal} />}
        {line.kind === 'part' && (
          <Select
            className={styles.option}
            {...register(name('condition'))}
            label={texts.condition}
            options={CONDITIONS}
          />
        )}
      </div>
      {!isDiscount && <MoreFields at={at} seesCosts={seesCosts} />}
    </fieldset>
  );
}

/** The rarely used fields of a line, unfolded if one is filled or invalid. */
function MoreFields({ at, seesCosts }: Pick<LineFieldsProps, 'at' | 'seesCosts'>) {
  const { register, control, formState } = useFormContext<QuoteLinesInput, unknown, QuoteLinesForm>();
  const line = useWatch({ control, name: `lines.${at}` });
  const errors = formState.errors.lines?.[at];
  const name = <F extends string>(field: F) => `lines.${at}.${field}` as const;
  return (
    <details
      className={styles.more}
      open={line.place !== 'fixed' || line.note !== '' || Boolean(errors?.discount ?? errors?.note)}
    >
      <summary>{texts.more}</summary>
      <div className={classNames(styles.row, styles.details)}>
        <Select {...register(name('place'))} label={texts.place} options={PLACE_OPTIONS} />
        {line.place === 'choice' && (
          <TextField
            {...register(name('choice'))}
            label={texts.choice}
            hint={texts.choiceHint}
            error={errors?.choice?.message}
          />
        )}
        {line.place !== 'fixed' && <Checkbox {...register(name('chosen'))} label={texts.chosen} />}
        <FormNumberField control={control} name={name('discount')} label={texts.lineDiscount} prefix="$" />
        <PercentField
          at={at}
          field="discount"
          of={(Number(line.price) || 0) * (Number(line.quantity) || 0)}
        />
        {seesCosts && (
          <FormNumberField control={control} name={name('cost')} label={texts.cost} prefix="$" optional />
        )}
        <TextField
          {...register(name('note'))}
          className={styles.wide}
          label={texts.note}
          error={errors?.note?.message}
        />
      </div>
    </details>
  );
}
