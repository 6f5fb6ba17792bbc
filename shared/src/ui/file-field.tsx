import type { ChangeEvent, ComponentProps } from 'react';
import FileUp from 'lucide-react/icons/file-up';
import { buttonClass, type ButtonVariant } from './button-class.ts';
import { classNames } from './class-names.ts';
import { Field, splitFieldProps, type FieldTexts } from './field.tsx';
import styles from './file-field.module.css';
import hidden from './hidden.module.css';
import { Spinner } from './spinner.tsx';

const CHOOSE = 'Elegir archivo';

export interface FileFieldProps
  extends Pick<ComponentProps<'input'>, 'ref' | 'name' | 'accept' | 'className' | 'onBlur'>, FieldTexts {
  /** Name of the chosen file, beside the button. */
  chosen?: string;
  /** Shows a spinner and takes no other file; the button keeps its focus. */
  loading?: boolean;
  variant?: ButtonVariant;
  onChoose: (file: File) => void;
}

/** A file, chosen by one button, and its name. The same file, corrected, is another choice. */
export function FileField({ chosen, loading = false, variant, onChoose, ...props }: FileFieldProps) {
  const { frame, control } = splitFieldProps(props);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.item(0);
    if (file) onChoose(file);
    target.value = '';
  };
  return (
    <Field {...frame}>
      {(attributes) => (
        <div className={styles.row}>
          <label className={classNames(buttonClass({ variant }), styles.button)} aria-busy={loading}>
            {loading ? <Spinner /> : <FileUp aria-hidden="true" />}
            <span>{CHOOSE}</span>
            <input
              {...control}
              {...attributes}
              type="file"
              className={hidden.hidden}
              aria-disabled={loading || undefined}
              onClick={(event) => loading && event.preventDefault()}
              onChange={choose}
            />
          </label>
          <span className={styles.name} aria-live="polite">
            {chosen}
          </span>
        </div>
      )}
    </Field>
  );
}
