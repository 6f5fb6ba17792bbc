import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolveInRoot } from '#src/workspace/root.ts';

const versionOf = (name: string, from: string): string => {
  const file = createRequire(resolveInRoot(from, 'package.json')).resolve(`${name}/package.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
};

/**
 * Versions of React and React DOM as a package resolves them.
 *
 * @param from its folder.
 */
export const reactOf = (from: string): Record<'react' | 'react-dom', string> => ({
  react: versionOf('react', from),
  'react-dom': versionOf('react-dom', from),
});

const numbers = (version: string) => version.split('.').map(Number);

/** Whether code written for a version runs on another one: the same major version, and none newer. */
function runsOn(own: string, provided: string): boolean {
  const [major, minor = 0] = numbers(own);
  const [shellsMajor, shellsMinor = 0] = numbers(provided);
  return major === shellsMajor && minor <= shellsMinor;
}

/** Why a remote's own React does not run in the shell's: another major or a newer minor version. Null if it does. */
export function reactMisfit(
  name: string,
  own: Readonly<Record<string, string>>,
  provided: Readonly<Record<string, string>>,
): string | null {
  for (const [library, version] of Object.entries(own)) {
    const shells = provided[library];
    if (shells !== undefined && !runsOn(version, shells))
      return (
        `${name} usa ${library} ${version} y el sitio entrega ${library} ${shells}: ` +
        `pon en su package.json la versión del sitio ("${library}": "catalog:").`
      );
  }
  return null;
}
