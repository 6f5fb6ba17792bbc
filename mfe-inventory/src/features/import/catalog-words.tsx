import { useMemo } from 'react';
import { catalogQuery, type Catalog } from '@taller/shared/stock/inventory/inventory-queries.ts';
import { distinctValues } from '@taller/shared/imports/file/convert-rows.ts';
import { fold } from '@taller/shared/imports/file/import-field.ts';
import { cleanCell } from '@taller/shared/imports/file/row-reader.ts';
import type { ImportFile } from '@taller/shared/imports/file/read-file.ts';
import { nameKey } from '@taller/shared/values/name-key.ts';
import { useQuery } from '@taller/shared/query';
import type { OptionsProps } from '@taller/shared/imports/run/import-kind.ts';
import { WordList, WordLists } from '@taller/shared/imports/screen/word-list.tsx';
import { itemImportTexts } from '#src/features/import/texts.ts';
import type { ItemImport } from './inventory-import-types.ts';

const texts = itemImportTexts.words;
/** Most names to map one by one; the others are created. */
const MOST_WORDS = 200;

interface CatalogWordsProps {
  catalog: Catalog;
  title: string;
  file: ImportFile;
  column: number | undefined;
  meanings: Readonly<Record<string, string>>;
  onMeaning: (word: string, name: string) => void;
}

/** The names of a column that the catalog lacks: created, or mapped to existing ones. */
function CatalogWords({ catalog, title, file, column, meanings, onMeaning }: CatalogWordsProps) {
  const { data } = useQuery(catalogQuery(catalog));
  const words = useMemo(
    () =>
      distinctValues(file.rows, column, MOST_WORDS).map(({ value, count }) => ({
        value: cleanCell(value),
        count,
      })),
    [file, column],
  );
  if (!data) return null;
  const known = new Set(data.map(({ name }) => nameKey(name)));
  return (
    <WordList
      title={title}
      words={words.filter(({ value }) => !known.has(nameKey(value)))}
      options={(word) => [
        { value: word, label: texts.create(word) },
        ...data.map(({ name }) => ({ value: name, label: name })),
      ]}
      meaning={(word) => meanings[fold(word)] ?? word}
      onMeaning={onMeaning}
    />
  );
}

/** Types and suppliers of the file that are new. */
export function CatalogStep({ file, choices, onChange }: OptionsProps<ItemImport>) {
  const { mapping, options } = choices;
  const change = (part: Partial<typeof options>) => onChange({ mapping, options: { ...options, ...part } });
  return (
    <WordLists>
      <CatalogWords
        catalog="component_types"
        title={texts.newTypes}
        file={file}
        column={mapping.type}
        meanings={options.types}
        onMeaning={(word, name) => change({ types: { ...options.types, [fold(word)]: name } })}
      />
      <CatalogWords
        catalog="suppliers"
        title={texts.newSuppliers}
        file={file}
        column={mapping.supplier}
        meanings={options.suppliers}
        onMeaning={(word, name) => change({ suppliers: { ...options.suppliers, [fold(word)]: name } })}
      />
    </WordLists>
  );
}
