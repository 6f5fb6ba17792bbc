import { expect, test } from 'vitest';
import { detectSeparator, parseTable } from './parse-table.ts';

const LINES = [
  ['Orden', 'Cliente', 'Falla'],
  ['1', 'Rojas, Ana', 'No carga; se apaga'],
  ['2', 'Luis "Lucho" Vera', 'Pantalla\nrota'],
];

function write(separator: string): string {
  return LINES.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)).join(
    '\r\n',
  );
}

test.each([',', ';', '\t', '|'] as const)(
  'ORD-16 a file is read by its separator %j, with quotes, separators and line breaks inside cells',
  async (separator) => {
    const text = write(separator);
    expect(detectSeparator(text)).toBe(separator);
    const rows = await parseTable(text, { separator });
    expect(rows.map(({ cells }) => cells)).toEqual(LINES);
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 3]);
  },
);

test('ORD-16 commas inside texts do not pass for separators', () => {
  const text = 'Orden;Cliente;Falla\n1;Ana;No carga, no prende, hace ruido\n2;Luis;Mojado, oxidado, sucio\n';
  expect(detectSeparator(text)).toBe(';');
});

test('ORD-16 Excel’s "sep=" line names the separator and counts as a line', async () => {
  const text = 'sep=;\r\na,b;c\r\n1,5;2\r\n';
  expect(detectSeparator(text)).toBe(';');
  expect(await parseTable(text, { separator: ';' })).toEqual([
    { line: 2, cells: ['a,b', 'c'] },
    { line: 3, cells: ['1,5', '2'] },
  ]);
});

test('ORD-16 blank lines are left out and line numbers stay those of the spreadsheet', async () => {
  const rows = await parseTable('a;b\n\n;\n1;2\n', { separator: ';' });
  expect(rows).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 4, cells: ['1', '2'] },
  ]);
});

test('ORD-16 a large file is parsed in slices, whole, and says how far it is', async () => {
  const row = `${'x'.repeat(100)};"dos\nlíneas"\n`;
  const text = row.repeat(5000);
  const progress: number[] = [];
  const rows = await parseTable(text, { separator: ';', onProgress: (done) => progress.push(done) });
  expect(rows).toHaveLength(5000);
  expect(rows.every(({ cells }) => cells.length === 2 && cells[1] === 'dos\nlíneas')).toBe(true);
  expect(progress.length).toBeGreaterThan(2);
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  expect(progress.at(-1)).toBe(1);
});

test('ORD-16 other work runs between slices, and stopping stops', async () => {
  const text = `${'x'.repeat(100)};y\n`.repeat(5000);
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  const stop = new AbortController();
  const parsing = parseTable(text, {
    separator: ';',
    signal: stop.signal,
    onProgress: (done) => {
      if (done > 0.5) stop.abort(new Error('detenido'));
    },
  });
  await expect(parsing).rejects.toThrow('detenido');
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
});
