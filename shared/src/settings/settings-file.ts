/**
 * The shop's settings as one file, to look after or to take to another shop (CFG-34); without those of the
 * installation.
 */
import type { Logo } from '#src/values/logo.ts';
import { z } from '#src/values/zod.ts';
import { SHOP_SECTION_SCHEMAS, type ShopSectionName } from './sections.ts';
import type { SettingSection } from './setting-sections-query.ts';

/** Says what the file is, and in which form it is written. */
const FORMAT = 'taller-ajustes-1';

type Value = Readonly<Record<string, unknown>>;

/** An error in a file, in words for the user: in a field of a section, or in the section as a whole. */
export interface FileFault {
  readonly section: string;
  readonly path: string;
  readonly message: string;
}

/** A file that was read: the sections that can be taken, or why there is nothing to take. */
export interface SettingsFile {
  readonly sections: Readonly<Partial<Record<ShopSectionName, Value>>>;
  readonly faults: readonly FileFault[];
  /** The images that the sections name, in base64 by their hash. */
  readonly images: Readonly<Record<string, string>>;
}

const UNKNOWN = 'Esta sección no se conoce aquí: el archivo es de otra versión.';
const SVG = 'Es un SVG, que ya no se guarda como logo. Elígelo otra vez en esta sección.';

const isSection = (name: string): name is ShopSectionName => Object.hasOwn(SHOP_SECTION_SCHEMAS, name);

/** The text of a file with these sections. */
export function writeSettingsFile(
  rows: readonly SettingSection[],
  images: SettingsFile['images'] = {},
): string {
  const sections = Object.fromEntries(
    rows
      .filter(({ section }) => isSection(section))
      .toSorted((a, b) => a.section.localeCompare(b.section))
      .map(({ section, value }) => [section, value]),
  );
  return `${JSON.stringify({ formato: FORMAT, secciones: sections, imagenes: images }, null, 2)}\n`;
}

const fileSchema = z.object({
  formato: z.literal(FORMAT),
  secciones: z.record(z.string(), z.unknown()),
  imagenes: z.optional(z.record(z.string(), z.string())),
});

/** True if a parsed JSON value claims to be a file of settings, whether or not its sections are valid. */
export const isSettingsFile = (value: object): boolean => 'formato' in value && 'secciones' in value;

function read(text: string): z.output<typeof fileSchema> | null {
  try {
    return z.safeParse(fileSchema, JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Reads a file by the schemas of the forms, with the default of what sections have gained since it was written; null
 * when it is no file of settings.
 */
export function readSettingsFile(text: string): SettingsFile | null {
  const file = read(text);
  if (!file) return null;
  const sections: Partial<Record<ShopSectionName, Value>> = {};
  const faults: FileFault[] = [];
  for (const [section, value] of Object.entries(file.secciones)) {
    if (!isSection(section)) {
      faults.push({ section, path: '', message: UNKNOWN });
      continue;
    }
    const schema: z.ZodMiniType = SHOP_SECTION_SCHEMAS[section];
    const { success, data, error } = z.safeParse(schema, value);
    if (success) sections[section] = data as Value;
    else
      faults.push(...error.issues.map(({ path, message }) => ({ section, path: path.join('.'), message })));
  }
  return { sections, faults, images: file.imagenes ?? {} };
}

/** Leaves out branding whose logo is an SVG, unless the shop has it already: the server stores no SVG (CFG-52). */
export function withoutNewSvg(file: SettingsFile, rows: readonly SettingSection[]): SettingsFile {
  const { look, ...sections } = file.sections;
  const logo = look?.logo as Logo | null | undefined;
  const present = rows.find(({ section }) => section === 'look')?.value.logo as Logo | null | undefined;
  if (logo?.type !== 'image/svg+xml' || logo.hash === present?.hash) return file;
  return { ...file, sections, faults: [...file.faults, { section: 'look', path: 'logo', message: SVG }] };
}
