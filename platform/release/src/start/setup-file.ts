import { readFile } from 'node:fs/promises';
import { messageOf, StartError } from '@taller/server/errors/start-error.ts';
import type { SectionName } from '@taller/shared/settings/sections.ts';
import { readSettingsFile } from '@taller/shared/settings/settings-file.ts';
import { emailField, nameField, passwordField } from '@taller/shared/values/field-schemas.ts';
import { z } from '@taller/shared/values/zod.ts';

/** The file of `--setup`: an account, and sections of the settings as 'Ajustes' exports them. */
export interface SetupFile {
  readonly account: { readonly email: string; readonly password: string; readonly fullName: string };
  readonly sections: Readonly<Partial<Record<SectionName, Readonly<Record<string, unknown>>>>>;
}

const accountSchema = z.strictObject({
  nombre: nameField(),
  correo: emailField(),
  contraseña: passwordField(),
});
const fileSchema = z.object({ cuenta: accountSchema });

const NO_FILE =
  'no es un archivo de configuración: debe ser un JSON con «formato», «secciones» (como lo exporta Ajustes) y «cuenta»';

/** Faults of the account, each with its position. Values are not repeated: one of them is a password. */
const accountFaults = (error: z.core.$ZodError): string[] =>
  error.issues.map(({ code, path, message }) =>
    code === 'unrecognized_keys' || code === 'invalid_type'
      ? `${path.join('.')}: Debe tener «nombre», «correo» y «contraseña», como textos.`
      : `${path.join('.')}: ${message}`,
  );

/**
 * Reads the text of a file, by the schemas of the forms.
 * @throws StartError bad-options with every fault and its position.
 */
export function readSetupText(text: string, name: string): SetupFile {
  const settings = readSettingsFile(text);
  if (!settings) throw new StartError('bad-options', `${name} ${NO_FILE}.`);
  const { data, error } = z.safeParse(fileSchema, JSON.parse(text));
  const faults = [
    ...(error ? accountFaults(error) : []),
    ...settings.faults.map(
      ({ section, path, message }) => `secciones.${section}${path && `.${path}`}: ${message}`,
    ),
  ];
  if (!data || faults.length > 0) {
    const told = faults.map((fault) => `\n  · ${fault}`).join('');
    throw new StartError('bad-options', `${name} tiene errores y no se aplicó nada:${told}`);
  }
  const { nombre, correo, contraseña } = data.cuenta;
  return {
    account: { fullName: nombre, email: correo, password: contraseña },
    sections: settings.sections,
  };
}

/** Reads the file of `--setup`. @throws StartError bad-options */
export async function readSetupFile(path: string): Promise<SetupFile> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new StartError('bad-options', `No se pudo leer ${path}: ${messageOf(error)}`, error);
  });
  return readSetupText(text, path);
}
