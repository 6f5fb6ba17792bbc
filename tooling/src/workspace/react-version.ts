import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inRoot } from '#src/workspace/root.ts';

const versionOf = (name: string, from: string): string => {
  const file = createRequire(inRoot(from, 'package.json')).resolve(`${name}/package.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
};

/** Versions of React and React DOM as a package of the workspace resolves them. */
export const reactOf = (from: string): Record<'react' | 'react-dom', string> => ({
  react: versionOf('react', from),
  'react-dom': versionOf('react-dom', from),
});

/** Why a remote's own React does not run in the shell's; null if it does. Minor versions are the runtime's. */
export function reactMisfit(
  name: string,
  own: Readonly<Record<string, string>>,
  provided: Readonly<Record<string, string>>,
): string | null {
  const major = (version = '') => version.split('.')[0];
  for (const [library, version] of Object.entries(own)) {
    const shells = provided[library];
    if (shells !== undefined && major(version) !== major(shells))
      return (
        `${name} usa ${library} ${version} y el sitio entrega ${library} ${shells}: ` +
        `pon en su package.json la versión del sitio ("${library}": "catalog:").`
      );
  }
  return null;
}
