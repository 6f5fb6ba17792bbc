import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { FieldTexts } from '@taller/shared/ui/field.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { settingsTexts } from './texts.ts';

interface Place {
  latitude: number;
  longitude: number;
}

const write = (value: unknown) => {
  const { latitude, longitude } = (value ?? {}) as Partial<Place>;
  return latitude === undefined || longitude === undefined ? '' : `${latitude}, ${longitude}`;
};

/** Null for an empty text; without numbers for one that is no place, which the schema refuses. */
function read(text: string): Place | null {
  if (text.trim() === '') return null;
  const [, latitude, longitude] = /^\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  return { latitude: Number(latitude), longitude: Number(longitude) };
}

/** Latitude and longitude in one field, as maps copy them. */
export function CoordinatesField({ name, ...frame }: FieldTexts & { name: string; className?: string }) {
  const { control } = useFormContext();
  const {
    field: { ref, value, onBlur, onChange },
    fieldState,
  } = useController({ control, name });
  const [text, setText] = useState(() => write(value));
  const shown = write(read(text)) === write(value) ? text : write(value);
  return (
    <TextField
      {...frame}
      ref={ref}
      name={name}
      autoComplete="off"
      value={shown}
      error={fieldState.invalid ? settingsTexts.coordinates : undefined}
      onBlur={onBlur}
      onChange={(event) => {
        setText(event.target.value);
        onChange(read(event.target.value));
      }}
    />
  );
}
