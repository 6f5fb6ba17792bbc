import { TextArea } from '@taller/shared/ui/text-area.tsx';

export function Example() {
  return <TextArea label="Problema" hint="Con las palabras del cliente." />;
}
