import { DefinitionList } from '@taller/shared/ui/definition-list.tsx';

export function Example() {
  return (
    <DefinitionList
      items={[
        { term: 'Marca', value: 'Samsung' },
        { term: 'Modelo', value: 'Galaxy A54', note: 'Como lo escribió recepción.' },
        { term: 'IMEI', value: null },
        { term: 'Problema', value: 'No enciende desde ayer.', wide: true },
      ]}
    />
  );
}
