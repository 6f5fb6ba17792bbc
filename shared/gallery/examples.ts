import type { ComponentType } from 'react';

/** A component with its example. */
export interface Shown {
  /** `DateField`. */
  name: string;
  group: string;
  /** Purpose of the component: the docstring of its source. */
  text: string;
  /** The line that imports it. */
  line: string;
  /** The example as it stands in its file. */
  code: string;
  Example: ComponentType;
}

const GROUPS: Readonly<Record<string, string>> = {
  actions: 'Acciones',
  fields: 'Campos',
  lists: 'Páginas y listas',
  feedback: 'Avisos y estados',
  brand: 'Marca',
};

const modules = import.meta.glob<{ Example: ComponentType }>('./examples/*/*.tsx', { eager: true });
const codes = import.meta.glob<string>('./examples/*/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const sources = import.meta.glob<string>('../src/{ui,forms}/*.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const nameOf = (file: string) =>
  file
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** The docstring of a component, as one paragraph. */
function textOf(name: string, source: string): string {
  const found = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s*export (?:function|const) ${name}\\b`).exec(
    source,
  );
  return (found?.[1] ?? '')
    .replaceAll(/^\s*\* ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function toShown([path, { Example }]: [string, { Example: ComponentType }]): Shown {
  const [, , folder = '', file = ''] = /^(.*)\/([\w-]+)\/([\w-]+)\.tsx$/.exec(path) ?? [];
  const name = nameOf(file);
  const code = codes[path] ?? '';
  const source = Object.entries(sources).find(([other]) => other.endsWith(`/${file}.tsx`))?.[1] ?? '';
  const line = new RegExp(`^import .*/${file}\\.tsx';$`, 'm').exec(code)?.[0] ?? '';
  return { name, group: GROUPS[folder] ?? folder, text: textOf(name, source), line, code, Example };
}

const all = Object.entries(modules).map(toShown);

/** Every component with an example, by group in the order of the page. */
export const SHOWN: readonly { group: string; shown: readonly Shown[] }[] = Object.values(GROUPS).map(
  (group) => ({
    group,
    shown: all.filter((one) => one.group === group),
  }),
);
