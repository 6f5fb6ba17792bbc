import type { Registry } from '@taller/shared/contract/registry.ts';
import type { ShellContract } from '#src/site/assert-fits.ts';
import { SHELL_FILE } from '#src/site/shell-file.ts';
import type { RemoteSource } from '#src/on-site/remote-source.ts';
import { SiteError, unreachable } from '#src/on-site/site-error.ts';

/** A site that runs. */
export interface DeployedSite {
  origin: string;
  /** Contract of the site's shell; null for a site assembled by older tools, which do not publish it. */
  shell: ShellContract | null;
}

const TIMEOUT_MS = 10_000;

async function ask(url: URL): Promise<Response> {
  try {
    return await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw new SiteError(unreachable(url.origin, isLate ? new Error(`${TIMEOUT_MS / 1000} s`) : error));
  }
}

/** The JSON of an answer; null for anything else, such as the page with which hosts answer unknown addresses. */
async function jsonOf(response: Response): Promise<unknown> {
  if (!response.ok) return null;
  return response.json().catch(() => null);
}

const isRegistry = (value: unknown): value is Registry =>
  typeof value === 'object' && value !== null && 'remotes' in value && Array.isArray(value.remotes);

const isContract = (value: unknown): value is ShellContract =>
  typeof value === 'object' && value !== null && 'contract' in value && 'runtime' in value;

/** The origin of a typed address. @throws SiteError if the address is invalid */
function originOf(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new SiteError(
      `--site es la dirección de un sitio, por ejemplo https://taller.cl, y es «${address}».`,
    );
  return url;
}

/**
 * Reads a site's contract before a remote is developed on it.
 * @param address any address of the site; redirects are followed.
 * @throws SiteError if it does not answer, is not a site of this product, or lacks the remote.
 */
export async function readDeployedSite(
  address: string,
  { name, screens }: RemoteSource,
): Promise<DeployedSite> {
  const answer = await ask(new URL('/remotes.json', originOf(address)));
  const registry = await jsonOf(answer);
  const { origin } = new URL(answer.url);
  if (!isRegistry(registry))
    throw new SiteError(
      `${origin} no es un sitio de Taller: ${origin}/remotes.json contestó ${answer.status} y no tiene remotos.`,
    );
  if (!screens && !registry.remotes.some((remote) => remote.name === name))
    throw new SiteError(
      `${origin} no tiene ${name}; tiene ${registry.remotes.map((remote) => remote.name).join(', ')}. ` +
        'Publica primero el sitio completo con build:site.',
    );
  const said = await jsonOf(await ask(new URL(`/${SHELL_FILE}`, origin)));
  return { origin, shell: isContract(said) ? said : null };
}
