import { readFileSync } from 'node:fs';
import type { RemoteName } from '@taller/shared/contract/remote-names.ts';
import { inRoot } from '#src/workspace/root.ts';

/** The first screen to show when developing a remote. */
export interface StartScreen {
  /** Path in the site. */
  path: string;
  /** Demo account that may see it; null if no sign-in is needed. */
  account: string | null;
}

/** Reads a remote's start screen from its package.json, `taller.start`. @throws if it is missing or malformed */
export function startScreen(name: RemoteName): StartScreen {
  const { taller } = JSON.parse(readFileSync(inRoot(name, 'package.json'), 'utf8')) as {
    taller?: { start?: Partial<StartScreen> };
  };
  const { path, account } = taller?.start ?? {};
  if (typeof path !== 'string' || !path.startsWith('/') || account === undefined) {
    throw new Error(`${name}/package.json: falta "taller": { "start": { "path": "/…", "account": … } }`);
  }
  return { path, account };
}
