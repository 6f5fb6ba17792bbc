import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FOLDER, readRemote } from '#src/build/descriptors.ts';
import { allFiles } from '#src/site/link-tree.ts';
import { PublishError } from '#src/site/publish-error.ts';

/** File next to the descriptor, so that it is copied with the build. */
const SIGNATURE_FILE = `${PRIVATE_FOLDER}/signature`;

/** The signed statement: name, build, and the hash of every file, sorted by path. */
async function statementOf(folder: string): Promise<Buffer> {
  const { name, build } = await readRemote(folder);
  const paths = (await allFiles(folder)).filter((path) => path !== SIGNATURE_FILE).sort();
  const files = await Promise.all(
    paths.map(async (path) => [
      path,
      createHash('sha256')
        .update(await readFile(join(folder, path)))
        .digest('hex'),
    ]),
  );
  return Buffer.from(JSON.stringify(['taller build', name, build, files]));
}

function keyOf(read: () => KeyObject, file: string, what: string): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = read();
  } catch {
    // Reported below.
  }
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new PublishError(`${file} no es una llave ${what} Ed25519 en formato PEM.`);
  return key;
}

async function textOf(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) throw new PublishError(`No se puede leer ${file}. Revisa el nombre del archivo.`);
  return text;
}

/**
 * Signs a remote's build with the team's private key.
 * @param file PEM: `openssl genpkey -algorithm ed25519`.
 * @throws PublishError if the file does not contain such a key.
 */
export async function signBuild(folder: string, file: string): Promise<void> {
  const text = await textOf(file);
  const key = keyOf(() => createPrivateKey(text), file, 'privada');
  const signature = sign(null, await statementOf(folder), key);
  await writeFile(join(folder, SIGNATURE_FILE), signature.toString('base64'));
}

/**
 * Reads a public key in the format that a release stores.
 * @param file PEM: `openssl pkey -pubout`.
 * @throws PublishError if the file does not contain such a key.
 */
export async function readPublicKey(file: string): Promise<string> {
  const text = await textOf(file);
  // createPublicKey would accept a private key, which means that the wrong file was given.
  if (text.includes('PRIVATE KEY'))
    throw new PublishError(
      `${file} es la llave privada del equipo: entrega la pública (openssl pkey -pubout).`,
    );
  const key = keyOf(() => createPublicKey(text), file, 'pública');
  return key.export({ format: 'der', type: 'spki' }).toString('base64');
}

/**
 * Refuses a remote's build without a valid signature by one of the site's keys for that remote. Without keys, none is
 * required.
 * @param keys the remote's public keys, as {@link readPublicKey} returns them.
 * @throws PublishError with what to do.
 */
export async function assertSigned(
  name: string,
  folder: string,
  keys: readonly string[] = [],
): Promise<void> {
  if (keys.length === 0) return;
  const signature = await readFile(join(folder, SIGNATURE_FILE), 'utf8').catch(() => null);
  if (signature === null)
    throw new PublishError(
      `${name} no se publicó: este sitio acepta solo versiones firmadas de ${name}, y esta no lo está. ` +
        'Fírmala con la llave del equipo: --sign ARCHIVO.',
    );
  const statement = await statementOf(folder);
  const isSigned = keys.some((key) =>
    verify(
      null,
      statement,
      createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' }),
      Buffer.from(signature, 'base64'),
    ),
  );
  if (!isSigned)
    throw new PublishError(
      `${name} no se publicó: su firma no es de ninguna de las llaves de ${name} en este sitio, o sus archivos ` +
        'cambiaron después de firmarla. Fírmala de nuevo con la llave del equipo: --sign ARCHIVO.',
    );
}
