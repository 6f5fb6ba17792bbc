import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packedSizes } from '#src/build/build-size.ts';
import { overLimit, readBudgets } from '#src/build/module-budgets.ts';
import { PublishError } from '#src/site/publish-error.ts';

/** Scripts and style sheets of the shell that a page asks for by itself. */
const OWN_FILES = /\s(?:href|src)="\/(?<file>assets\/[^"]+\.(?:js|css))"/g;

/**
 * Rejects a release whose shell exceeds its budget. The first page determines its size, since pages add files to those
 * of the shell's template.
 *
 * @param release complete folder of the release, not yet in place.
 * @throws PublishError with the heaviest files.
 */
export async function assertShellBudget(release: string): Promise<void> {
  const html = await readFile(join(release, 'index.html'), 'utf8');
  const files = new Set(Array.from(html.matchAll(OWN_FILES), (match) => match.groups?.file ?? ''));
  const over = overLimit('pesa', await packedSizes(release, [...files]), readBudgets().shell);
  if (over !== null) throw new PublishError(`El shell no se publicó: ${over}`);
}
