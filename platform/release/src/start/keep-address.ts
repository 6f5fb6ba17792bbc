import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from '@taller/server/config/data-dir.ts';
import type { KeptAddress } from '#src/start/banner.ts';

/**
 * Keeps the address of a first set-up in a file that only its owner can read, or removes the one of an earlier start.
 * @param address null for none.
 */
export function keepAddress(dataDir: string, address: string | null): KeptAddress | undefined {
  const file = join(dataDir, 'configurar.txt');
  if (address !== null) writePrivateFile(file, `${address}\n`);
  else rmSync(file, { force: true });
  return address === null ? undefined : { file };
}
