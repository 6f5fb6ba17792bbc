import { parseArgs } from 'node:util';
import { isRole, ROLES, type Role } from '@taller/shared/access/roles.ts';
import { REMOTE_NAMES } from '@taller/shared/contract/remote-names.ts';
import type { SitePackage } from '#src/build/build-package.ts';
import { KEEP_DAYS } from '#src/site/history.ts';
import { MOST_PREVIEW_DAYS, PREVIEW_DAYS } from '#src/site/preview.ts';
import { PublishError } from '#src/site/publish-error.ts';
import { isRemoteName } from '#src/workspace/remote-name.ts';
import type { OtherHost } from '#src/site/publishable.ts';

export const USAGE = `Uso: npm run publish-remote -- REMOTO --site CARPETA [opciones]
     npm run publish-remote -- --facts ARCHIVO|supabase --site CARPETA

  REMOTO             ${REMOTE_NAMES.join(', ')}, uno admitido, o shell
  --site CARPETA     carpeta del sitio publicado
  --rollback         vuelve a la versión anterior de este remoto, o del shell
  --preview          deja la versión al lado de la publicada e imprime un enlace: solo quien lo abre la ve
  --days DÍAS        con --preview: hasta cuándo se abre (${PREVIEW_DAYS}; como mucho ${MOST_PREVIEW_DAYS})
  --promote VISTA    publica para todos la versión de esa vista previa, sin construirla de nuevo; VISTA es su versión o
                     su enlace
  --close VISTA      cierra esa vista previa
  --sign LLAVE       firma la versión con la llave privada del equipo (Ed25519, PEM)
  --trust LLAVE      el sitio acepta desde ahora solo versiones de este remoto firmadas: agrega esta llave pública
  --distrust LLAVE   quita esa llave pública
  --admit DIRECCIÓN  admite un remoto de otro repositorio: sus pantallas van en esa dirección (/dashboard/garantias), para
                     los roles de --roles (admin,technician), y sus versiones llevan la firma de --trust LLAVE
  --dismiss          quita un remoto de otro repositorio, con sus pantallas y sus llaves
  --facts ORIGEN     muestra en las páginas los datos de la tienda de este archivo (el que exporta Ajustes) o, con
                     «supabase», los que tiene ahora el proyecto del sitio; con un remoto o sin ninguno
  --keep-days DÍAS   cuánto se guardan las versiones reemplazadas (${KEEP_DAYS})
  --build CARPETA    publica esta versión, ya construida (.cache/build/REMOTO/VERSIÓN), en vez de construirla; así se
                     publica la de otro repositorio
  --unopened         publica sin abrir antes cada pantalla en Chromium
  --base URL         los archivos del remoto están en otro servidor, bajo URL/REMOTO/VERSIÓN/
  --files CARPETA    con --base: carpeta de ese servidor donde dejarlos`;

const isPackage = (name: string | undefined): name is SitePackage =>
  name === 'shell' || (name !== undefined && isRemoteName(name));

/** The remote and the source of the facts, at least one of them. */
function subject(positionals: readonly string[], facts: string | undefined) {
  const [given, ...others] = positionals;
  const name = isPackage(given) ? given : undefined;
  if (others.length > 0 || (given !== undefined && !name) || (!name && facts === undefined))
    throw new PublishError(USAGE);
  return { name, facts };
}

/** How many days a preview can be opened. */
function previewDays(given: string | undefined): number {
  const days = given === undefined ? PREVIEW_DAYS : Number(given);
  if (!(days > 0 && days <= MOST_PREVIEW_DAYS))
    throw new PublishError(`--days va de más de 0 a ${MOST_PREVIEW_DAYS} días.`);
  return days;
}

function rolesOf(given: string): Role[] {
  const roles = given.split(',').map((role) => role.trim());
  if (!roles.every(isRole)) throw new PublishError(`--roles lleva roles de esta lista: ${ROLES.join(', ')}.`);
  return roles;
}

interface PreviewValues {
  rollback: boolean;
  preview: boolean;
  days?: string;
  promote?: string;
  close?: string;
}

/** Parses the options for previews. */
function previewOptions(values: PreviewValues, name: SitePackage | undefined) {
  const { preview, promote, close } = values;
  const asked = [preview, promote !== undefined, close !== undefined].filter(Boolean).length;
  if (asked + Number(values.rollback) > 1 || (values.days !== undefined && !preview))
    throw new PublishError(USAGE);
  if (asked > 0 && !name) throw new PublishError(USAGE);
  if (asked > 0 && name === 'shell')
    throw new PublishError('El shell se publica para todos: las vistas previas son de los remotos.');
  return { preview, days: previewDays(values.days), promote, close };
}

/** Parses the options for a remote of another repository. */
function admissionOptions(
  values: { admit?: string; dismiss: boolean; roles?: string; trust?: string },
  name: SitePackage | undefined,
) {
  const { admit, dismiss, roles, trust } = values;
  if (roles !== undefined && admit === undefined) throw new PublishError(USAGE);
  if (admit === undefined && !dismiss) return { admit: undefined, dismiss };
  if (!name || name === 'shell' || (admit !== undefined && dismiss)) throw new PublishError(USAGE);
  if (admit === undefined) return { admit: undefined, dismiss };
  if (roles === undefined || trust === undefined)
    throw new PublishError(
      '--admit va con --roles (quiénes pueden abrirlo) y --trust (la llave del equipo).',
    );
  return { admit: { prefix: admit, roles: rolesOf(roles), key: trust }, dismiss };
}

/** Parses the options for keys. */
function keyOptions(
  values: { sign?: string; trust?: string; distrust?: string },
  name: SitePackage | undefined,
) {
  const { sign, trust, distrust } = values;
  const given = [sign, trust, distrust].filter((file) => file !== undefined);
  if (given.length > 1 || (given.length > 0 && (!name || name === 'shell'))) throw new PublishError(USAGE);
  return { sign, trust, distrust };
}

/**
 * The command line of `npm run publish-remote`; null if it asks for help.
 * @throws PublishError with its usage.
 */
export function publishOptions(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      facts: { type: 'string' },
      help: { type: 'boolean', default: false },
      site: { type: 'string' },
      rollback: { type: 'boolean', default: false },
      preview: { type: 'boolean', default: false },
      days: { type: 'string' },
      promote: { type: 'string' },
      close: { type: 'string' },
      roles: { type: 'string' },
      'keep-days': { type: 'string', default: String(KEEP_DAYS) },
      build: { type: 'string' },
      unopened: { type: 'boolean', default: false },
      sign: { type: 'string' },
      trust: { type: 'string' },
      distrust: { type: 'string' },
      admit: { type: 'string' },
      dismiss: { type: 'boolean', default: false },
      base: { type: 'string' },
      files: { type: 'string' },
    },
  });
  if (values.help) return null;
  const { name, facts } = subject(positionals, values.facts);
  const keepDays = Number(values['keep-days']);
  if (!values.site || (!name && (values.rollback || values.build))) throw new PublishError(USAGE);
  if (!Number.isFinite(keepDays) || keepDays < 0) throw new PublishError(USAGE);
  if (values.base !== undefined && !/^https?:\/\//.test(values.base)) throw new PublishError(USAGE);
  const hasOwnBuild = values.rollback || values.promote !== undefined;
  if (values.build !== undefined && (hasOwnBuild || values.close !== undefined))
    throw new PublishError(USAGE);
  if (values.files !== undefined && values.base === undefined) throw new PublishError(USAGE);
  if (values.base !== undefined && name === 'shell') throw new PublishError(USAGE);
  const host: OtherHost | undefined = values.base ? { base: values.base, files: values.files } : undefined;
  const { site, rollback, unopened, build: built } = values;
  return {
    name,
    facts,
    site,
    rollback,
    unopened,
    built,
    keepDays,
    host,
    ...previewOptions(values, name),
    ...keyOptions(values, name),
    ...admissionOptions(values, name),
  };
}

/** Parsed arguments of `npm run publish-remote`. */
export type PublishArguments = NonNullable<ReturnType<typeof publishOptions>>;
