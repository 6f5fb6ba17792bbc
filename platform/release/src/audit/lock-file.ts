import { parse } from 'yaml';
import { z } from 'zod';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolution: z.looseObject({ integrity: z.string().optional() }),
      deprecated: z.string().optional(),
    }),
  ),
});
const workspaceSchema = z.object({
  allowBuilds: z.record(z.string(), z.boolean()).default({}),
  catalog: z.record(z.string(), z.string()),
});

const INTEGRITY = /^sha512-[A-Za-z0-9+/]{86}==$/;
const EXACT_VERSION = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/**
 * Checks that an installation depends only on the lock file. Needs no network.
 * @param lockFile text of pnpm-lock.yaml.
 * @param workspace text of pnpm-workspace.yaml.
 * @returns a Spanish sentence per problem.
 */
export function lockFileFaults(lockFile: string, workspace: string): string[] {
  const { packages } = lockSchema.parse(parse(lockFile));
  const { allowBuilds, catalog } = workspaceSchema.parse(parse(workspace));
  const faults = Object.entries(packages).flatMap(([name, { resolution, deprecated }]) => [
    // A package from a repository, a folder or a URL can change under the same version.
    ...(Object.keys(resolution).some((key) => key !== 'integrity')
      ? [`${name} no viene del registro: ${Object.keys(resolution).join(', ')}`]
      : []),
    ...(INTEGRITY.test(resolution.integrity ?? '') ? [] : [`${name} no trae su huella sha512`]),
    ...(deprecated === undefined ? [] : [`${name} está abandonado por sus autores: ${deprecated}`]),
  ]);
  const loose = Object.entries(catalog).filter(([, version]) => !EXACT_VERSION.test(version));
  const names = Object.keys(packages).map((name) => name.replace(/(?<=.)@.*$/, ''));
  return [
    ...faults,
    ...loose.map(([name, version]) => `${name} no tiene una versión exacta en el catálogo: ${version}`),
    ...Object.keys(allowBuilds)
      .filter((name) => !names.includes(name))
      .map((name) => `allowBuilds permite programas de instalación de ${name}, que nadie usa`),
  ];
}
