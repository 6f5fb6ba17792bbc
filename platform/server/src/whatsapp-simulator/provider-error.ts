/** Failures of the WhatsApp Cloud API that the simulator supports, by code: HTTP status and message. */
const KNOWN: Readonly<Record<number, { status: number; message: string }>> = {
  100: { status: 400, message: 'Invalid parameter' },
  190: { status: 401, message: 'Access token has expired' },
  130429: { status: 429, message: 'Rate limit hit' },
  131000: { status: 500, message: 'Something went wrong' },
  131008: { status: 400, message: 'Required parameter is missing' },
  131009: { status: 400, message: 'Parameter value is not valid' },
  131016: { status: 503, message: 'Service unavailable' },
  131026: { status: 400, message: 'Message undeliverable' },
  131056: { status: 429, message: '(Business Account, Consumer Account) pair rate limit hit' },
  132000: { status: 400, message: 'Number of parameters does not match the expected number of params' },
  132001: { status: 404, message: 'Template name does not exist in the translation' },
};

/** The provider's response for one of its codes. `details` names the field or the reason. */
export function providerError(code: number, details: string): Response {
  const { status, message } = KNOWN[code] ?? { status: 400, message: 'Unknown error' };
  return Response.json(
    {
      error: {
        message: `(#${code}) ${message}`,
        type: 'OAuthException',
        code,
        error_data: { messaging_product: 'whatsapp', details },
        fbtrace_id: 'simulador',
      },
    },
    { status },
  );
}
