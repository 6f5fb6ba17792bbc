import { expect, test } from 'vitest';
import { enclosingFunctions } from './enclosing-functions.ts';

const SOURCE = `import { memo } from 'react';
const año = 'ñandú';
export function OrderDeskPage() {
  const save = () => write('saving');
  return <Desk title={año} onClick={() => open('clicked')} rows={rows.map((row) => row.id + 'mapped')} />;
}
export const Row = memo(({ id }: { id: number }) => <tr data-place="row">{id}</tr>);
class Boundary { static name = 'field'; render() { return 'drawn'; } }
export const LIMIT = 'outside';
`;

test.each([
  ['saving', ['OrderDeskPage', 'save']],
  ['clicked', ['OrderDeskPage', 'onClick']],
  ['mapped', ['OrderDeskPage']],
  ['row"', ['Row']],
  ['drawn', ['Boundary', 'render']],
  ['field', ['Boundary']],
  ['outside', []],
])('SHELL-41 a position in a source is in the functions around it: %s', (text, names) => {
  const before = SOURCE.slice(0, SOURCE.indexOf(text)).split('\n');
  const [line, column] = [before.length - 1, before.at(-1)?.length ?? 0];
  expect(enclosingFunctions('desk.tsx', SOURCE, line, column)).toEqual(names);
});

test('SHELL-41 a source that cannot be read, or is not there, has no names', () => {
  expect(enclosingFunctions('desk.tsx', '', 3, 4)).toEqual([]);
  expect(enclosingFunctions('styles.css', '.a { color: red }', 0, 5)).toEqual([]);
});
