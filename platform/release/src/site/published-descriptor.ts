import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { visibleFiles } from '#src/build/build-size.ts';
import { DESCRIPTOR_FILE, type RemoteDescriptor } from '#src/build/descriptors.ts';
import { PublishError } from '#src/site/publish-error.ts';

/** Names of a folder of the site, as the page 'Estado' takes them. */
const BUILD_ID = /^[0-9a-z]{1,40}$/;
const MODULE = /^[a-z][a-z0-9-]{0,59}$/;
const HASH = /^sha(?:256|384|512)-[\w+/=-]{1,90}$/;
/** Path without characters that have a meaning in URLs or HTML. */
const FILE = /^[\w$~@+.-]+(?:\/[\w$~@+.-]+)*$/;

/** Limit, since every page of the site lists all modules. */
const MOST_MODULES = 50;

const count = z.number().int().nonnegative();
const words = (most: number) => z.string().max(most);

/** Schema of a remote's descriptor. Other teams write it, and every page of the site contains parts of it. */
function descriptorOf(files: ReadonlySet<string>) {
  const file = z
    .string()
    .refine((name) => FILE.test(name) && files.has(name), 'no es un archivo de la versión');
  const list = z.array(file).max(files.size);
  return z.looseObject({
    build: words(40).regex(BUILD_ID),
    contract: z.number().int(),
    runtime: z.string().regex(/^\d{1,4}\.\d{1,4}$/),
    entry: file,
    entryJs: list,
    plainEntry: z.literal(true).optional(),
    modules: z
      .record(z.string().regex(MODULE), z.object({ js: list, css: list }))
      .refine((modules) => Object.keys(modules).length <= MOST_MODULES, `son más de ${MOST_MODULES}`),
    integrity: z.record(file, z.string().regex(HASH)),
    packed: z.record(file, count).optional(),
    source: z
      .object({
        commit: z.string().regex(/^[0-9a-f]{7,64}$/),
        branch: words(255).optional(),
        isChanged: z.literal(true).optional(),
      })
      .optional(),
    size: z.object({ files: count, bytes: count, script: count }),
    chunks: z.record(z.string(), z.looseObject({ file: words(255) })),
    packages: z.record(z.string(), words(50)).optional(),
    own: z
      .array(z.looseObject({ path: words(100) }))
      .max(100)
      .optional(),
    calls: z.array(words(100)).max(1000).optional(),
    uses: z.record(z.string(), z.array(words(200))).optional(),
    duplicates: z.array(z.object({ name: words(214), version: words(100), bytes: count })).optional(),
  });
}

/**
 * Refuses a build whose descriptor has invalid fields, or names files that the build lacks.
 * @throws PublishError with the first invalid field.
 */
export async function assertWellFormed(folder: string, descriptor: RemoteDescriptor): Promise<void> {
  const parsed = descriptorOf(new Set(await visibleFiles(folder))).safeParse(descriptor);
  if (parsed.success) return;
  const [first] = parsed.error.issues;
  throw new PublishError(
    `${folder} no es una versión que sirva: ${DESCRIPTOR_FILE}: ${(first?.path ?? []).join('.')}: ${first?.message}`,
  );
}

/**
 * Refuses a build that contains anything but files and folders. The target of a link is resolved on the site's machine
 * at each request, and no signature covers it.
 * @throws PublishError with the first such entry.
 */
export async function assertOnlyFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const other = entries.find((entry) => !entry.isFile() && !entry.isDirectory());
  if (other)
    throw new PublishError(
      `${folder} no es una versión que sirva: ${relative(folder, join(other.parentPath, other.name))} es un enlace u ` +
        'otra cosa que no es un archivo. Construye el remoto de nuevo.',
    );
}
