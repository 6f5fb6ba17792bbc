/** Why a remote cannot be developed on a site. The message is complete, in Spanish, and safe to print. */
export class SiteError extends Error {}

const codeOf = (error: unknown): string => {
  const { code, cause, message } = error as { code?: unknown; cause?: unknown; message?: string };
  if (typeof code === 'string') return code;
  return cause === undefined ? (message ?? String(error)) : codeOf(cause);
};

const CERTIFICATE =
  /CERT|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|ERR_TLS|EPROTO|ERR_SSL|INVALID_CA|ISSUER/;

/**
 * Why a request did not reach a site, in Spanish, with what to do.
 * @param site its origin.
 */
export function unreachable(site: string, error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `No existe ${new URL(site).hostname}, o no hay conexión (${code}). Revisa la dirección.`;
  if (CERTIFICATE.test(code))
    return (
      `El certificado de ${site} no sirve (${code}). Corrígelo en el sitio; si lo firma una autoridad propia, entrega ` +
      'su archivo con NODE_EXTRA_CA_CERTS=….'
    );
  return `${site} no contesta (${code}). Revisa que el sitio esté en marcha y la dirección sea esa.`;
}
