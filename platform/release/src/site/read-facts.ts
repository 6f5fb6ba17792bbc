import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FactsWithImages, ShopFacts, ShopImages } from '@taller/shared/config/shop-facts.ts';
import { PUBLIC_SECTION_SCHEMAS } from '@taller/shared/settings/sections.ts';
import { isSettingsFile, readSettingsFile } from '@taller/shared/settings/settings-file.ts';
import { z } from '@taller/shared/values/zod.ts';
import { PublishError } from './publish-error.ts';

/** A Supabase project and its public key. */
export interface Project {
  readonly url: string;
  readonly key: string;
}

/** Images in base64 by their hash. */
const imagesOfText = (images: Readonly<Record<string, string>>): ShopImages =>
  new Map(Object.entries(images).map(([hash, content]) => [hash, Buffer.from(content, 'base64')]));

/** Number of faults that a message names; users fix the others afterwards. */
const NAMED = 5;

type Sections = Readonly<Record<string, unknown>>;

/** A refusal that names the first faults by section and position. */
function refused(from: string, faults: readonly string[]): PublishError {
  const more = faults.length > NAMED ? [`y ${faults.length - NAMED} más`] : [];
  return new PublishError(
    `${from}: los datos de la tienda no sirven. Corrige esto y repite la orden:\n` +
      [...faults.slice(0, NAMED), ...more].map((fault) => `  - ${fault}`).join('\n'),
  );
}

const repairTimesSchema = z.array(
  z.strictObject({
    type: z.enum(['smartphone', 'laptop', 'desktop', 'tablet']),
    days: z.int().check(z.minimum(1)),
  }),
);

/** Validates details by the schemas of Ajustes; how long repairs take is left out if it is not readable. */
function validFacts(sections: Sections, from: string): ShopFacts {
  const faults: string[] = [];
  const facts: Record<string, unknown> = {};
  for (const [section, schema] of Object.entries<z.ZodMiniType>(PUBLIC_SECTION_SCHEMAS)) {
    const given = sections[section];
    if (typeof given !== 'object' || given === null) {
      faults.push(`${section}: falta esta sección.`);
      continue;
    }
    // The version of the terms is not part of their value.
    const { version = 1, ...terms } = given as { version?: number };
    const { data, error } = z.safeParse(schema, section === 'terms' ? terms : given);
    if (error)
      faults.push(...error.issues.map(({ path, message }) => `${[section, ...path].join('.')}: ${message}`));
    else facts[section] = section === 'terms' ? { ...(data as object), version } : data;
  }
  if (faults.length > 0) throw refused(from, faults);
  const repairTimes = z.safeParse(repairTimesSchema, sections.repairTimes).data;
  return { ...facts, ...(repairTimes && { repairTimes }) } as unknown as ShopFacts;
}

function parsed(text: string, from: string): Sections {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Sections;
  } catch {
    // Reported below.
  }
  throw new PublishError(`${from} no es un archivo JSON con los datos de la tienda.`);
}

/** The images beside the details in a file: `imagenes` of an export, `images` otherwise. */
function imagesOf(content: Sections): ShopImages {
  const given = content.imagenes ?? content.images ?? {};
  const texts = Object.entries(given).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return imagesOfText(Object.fromEntries(texts));
}

/**
 * The shop's details from a file: what Ajustes exports, or `shop_facts().facts` as JSON, with the images under
 * `images`.
 * @throws PublishError that names what is missing or invalid.
 */
export async function factsOfFile(file: string): Promise<FactsWithImages> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) throw new PublishError(`No se puede leer ${file}. Revisa el nombre del archivo.`);
  const content = parsed(text, file);
  const images = imagesOf(content);
  if (!isSettingsFile(content)) return { facts: validFacts(content, file), images };
  const settings = readSettingsFile(text);
  const faults = (settings?.faults ?? []).map(({ section, path, message }) =>
    [[section, path].filter(Boolean).join('.'), message].join(': '),
  );
  if (faults.length > 0) throw refused(file, faults);
  return { facts: validFacts(settings?.sections ?? {}, file), images };
}

/**
 * The shop's details from a Supabase project, with its public key.
 * @throws PublishError if it does not answer, or with details that are not of this version.
 */
export async function factsOfProject(project: Project): Promise<FactsWithImages> {
  const { url } = project;
  const { facts: given } = parsed(await ask(project, 'shop_facts', {}), url);
  const facts = validFacts((given ?? {}) as Sections, url);
  const { logo } = facts.look;
  if (!logo) return { facts, images: new Map() };
  const [image] = JSON.parse(await ask(project, 'shop_image', { p_hash: logo.hash })) as {
    content: string;
  }[];
  return { facts, images: imagesOfText(image ? { [logo.hash]: image.content } : {}) };
}

/** A public function's answer. */
async function ask({ url, key }: Project, name: string, parameters: Sections): Promise<string> {
  const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
  }).catch((error: unknown) => {
    throw new PublishError(`${url} no responde. Revisa la dirección y la conexión.`, { cause: error });
  });
  if (!response.ok)
    throw new PublishError(
      `${url} no entregó los datos de la tienda (${response.status}). Revisa la clave y que el proyecto esté al día.`,
    );
  return response.text();
}

/**
 * The project that a site's pages use, from its config.json.
 * @throws PublishError if the site names none.
 */
export async function projectOfSite(site: string): Promise<Project> {
  const text = await readFile(join(site, 'config.json'), 'utf8').catch(() => '{}');
  const { supabaseUrl, supabaseKey } = parsed(text, 'config.json') as Record<string, string | undefined>;
  if (!supabaseUrl || !supabaseKey)
    throw new PublishError(
      `${site} no tiene un config.json con supabaseUrl y supabaseKey: entrega los datos con --facts ARCHIVO.`,
    );
  return { url: supabaseUrl, key: supabaseKey };
}
