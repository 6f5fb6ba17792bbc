import { useController, useFormContext } from 'react-hook-form';
import { colorFault, DEFAULT_TOKENS } from '@taller/shared/config/branding-colors.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { HEX_COLOR } from '@taller/shared/values/color.ts';
import { ColorSamples } from './color-samples.tsx';
import type { FieldSpec } from './field-specs.ts';
import styles from './look.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.look;
const [FACTORY] = DEFAULT_TOKENS.accent;

/** Normalizes a colour code pasted from elsewhere: `B3261E` becomes `#b3261e`. Null for an empty field. */
function read(text: string): string | null {
  const tidy = text.trim().toLowerCase();
  if (tidy === '') return null;
  return /^[0-9a-f]{6}$/.test(tidy) ? `#${tidy}` : tidy;
}

/** The main colour: by the platform's picker or as text, with what it makes of the pages (CFG-50). */
export function ColorField({ name, spec }: { name: string; spec: FieldSpec }) {
  const { control, setFocus } = useFormContext();
  const {
    field: { ref, value, onBlur, onChange },
    fieldState,
  } = useController({ control, name });
  const typed = typeof value === 'string' ? value : '';
  const color = HEX_COLOR.test(typed) ? typed : null;
  const fault = color === null ? null : colorFault(color);
  // The pressed button may disappear, and the focus with it.
  const take = (choice: string | null) => {
    onChange(choice);
    setFocus(name);
  };
  return (
    <div className={styles.color}>
      <TextField
        ref={ref}
        name={name}
        label={spec.label}
        hint={spec.hint}
        optional={spec.optional}
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        placeholder={texts.factory(FACTORY)}
        value={typed}
        error={fieldState.error?.message}
        onBlur={onBlur}
        onChange={(event) => onChange(read(event.target.value))}
        suffix={
          <input
            type="color"
            className={styles.picker}
            aria-label={texts.pick}
            value={color ?? FACTORY}
            onChange={(event) => onChange(event.target.value)}
          />
        }
      />
      <div className={styles.colorActions}>
        {fault && (
          <Button size="sm" onClick={() => take(fault.better)}>
            {texts.takeBetter(fault.better)}
          </Button>
        )}
        {typed !== '' && (
          <Button size="sm" onClick={() => take(null)}>
            {texts.noColor}
          </Button>
        )}
      </div>
      {!fault && <ColorSamples color={color} />}
    </div>
  );
}
