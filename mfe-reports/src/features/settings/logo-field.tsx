import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { useSaveImageMutation } from '@taller/shared/settings/save-image-mutation.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { FileField } from '@taller/shared/ui/file-field.tsx';
import type { Logo } from '@taller/shared/values/logo.ts';
import type { FieldSpec } from './field-specs.ts';
import { ImageError, readImage } from './read-image.ts';
import styles from './look.module.css';
import { ShopImage } from './shop-image.tsx';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.look;

function problemOf(error: unknown): string {
  if (error instanceof ImageError) return texts.imageProblems[error.problem];
  const failure = { offline: texts.offline, forbidden: settingsTexts.denied, otherwise: texts.imageFailed };
  return failureText(error, failure, ['invalid']);
}

/** The logo: a picture drawn anew. The server checks and keeps it when it is chosen; 'Guardar' shows it (CFG-52). */
export function LogoField({ name, spec }: { name: string; spec: FieldSpec }) {
  const { control, setFocus } = useFormContext();
  const {
    field: { ref, value, onBlur, onChange },
    fieldState,
  } = useController({ control, name });
  const [chosen, setChosen] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const { mutateAsync, isPending } = useSaveImageMutation();
  const logo = (value ?? null) as Logo | null;

  const choose = async (file: File) => {
    setChosen(file.name);
    setProblem(undefined);
    try {
      onChange(await mutateAsync(await readImage(file)));
    } catch (error) {
      setProblem(problemOf(error));
    }
  };

  return (
    <div className={styles.color}>
      {logo && (
        <div className={styles.logoSamples}>
          <span className={styles.lightSample}>
            <ShopImage logo={logo} size={40} />
          </span>
        </div>
      )}
      <FileField
        ref={ref}
        name={name}
        accept="image/*"
        chosen={chosen}
        loading={isPending}
        label={spec.label}
        hint={isPending ? texts.imageSending : spec.hint}
        optional={spec.optional}
        error={problem ?? fieldState.error?.message}
        onBlur={onBlur}
        onChoose={(file) => void choose(file)}
      />
      {logo && (
        <div>
          <Button
            size="sm"
            onClick={() => {
              onChange(null);
              setChosen(undefined);
              // This button disappears.
              setFocus(name);
            }}
          >
            {texts.noLogo}
          </Button>
        </div>
      )}
    </div>
  );
}
