import { useState } from 'react';
import { FileField } from '@taller/shared/ui/file-field.tsx';

export function Example() {
  const [file, setFile] = useState<File>();
  return (
    <FileField label="Archivo del logo" accept="image/*" chosen={file?.name} onChoose={setFile} optional />
  );
}
