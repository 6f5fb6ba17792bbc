/**
 * Names the files whose tests a run of the main tier has left out, with their number.
 * @param files the file of each test that was left out.
 */
export function describeLeftOut(files: readonly string[]): string {
  if (files.length === 0) return '';
  const counts = new Map<string, number>();
  for (const file of files) counts.set(file, (counts.get(file) ?? 0) + 1);
  const lines = [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([file, count]) => `  ${file} (${count})`);
  return [`\nSolo en npm run test:all: ${files.length} pruebas exhaustivas`, ...lines].join('\n');
}
