import { createHash } from 'node:crypto';

/** The folio of an id: the same after a restart, as a provider's is. */
const folioOf = (id: string): number =>
  1 + (Number.parseInt(createHash('sha256').update(id).digest('hex').slice(0, 10), 16) % 999_999_999);

/** How the next request fails: with this status and body, or without an answer; the document is issued all the same. */
export interface TaxFailure {
  answer: Response | 'none';
  times: number;
}

/**
 * Simulates a provider of electronic tax documents behind the port (TAX-12). In memory; nothing is issued. An id has
 * one folio however often it is asked for, and a factura whose razón social says 'rechazar' none, until it says
 * otherwise.
 */
export class TaxSimulator {
  readonly #token: string;
  readonly #issued = new Map<string, { kind: string; folio: number }>();
  #failures: TaxFailure[] = [];

  constructor(token: string) {
    this.#token = token;
  }

  /** The issued documents, oldest first. */
  log(): { id: string; kind: string; folio: number }[] {
    return [...this.#issued].map(([id, document]) => ({ id, ...document }));
  }

  /** Makes the next requests fail. */
  failNext(failure: TaxFailure): void {
    this.#failures.push({ ...failure });
  }

  /** PUT /{id}. Null: cut the connection without an answer. */
  async put(request: Request, id: string): Promise<Response | null> {
    if (request.headers.get('authorization') !== `Bearer ${this.#token}`)
      return Response.json({ message: 'La credencial no es válida.' }, { status: 401 });
    const document = (await request.json().catch(() => null)) as Record<string, unknown> | null;
    if (document === null)
      return Response.json({ message: 'No se pudo leer el documento.' }, { status: 400 });
    if (String(document.business_name).toLowerCase().includes('rechazar'))
      return Response.json(
        { message: 'El receptor no está autorizado para recibir facturas.' },
        { status: 422 },
      );
    const folio = folioOf(id);
    this.#issued.set(id, { kind: String(document.kind), folio });
    const failure = this.#nextFailure();
    if (failure === 'none') return null;
    return failure ?? Response.json({ folio });
  }

  #nextFailure(): TaxFailure['answer'] | null {
    const [failure] = this.#failures;
    if (!failure) return null;
    failure.times -= 1;
    if (failure.times <= 0) this.#failures = this.#failures.slice(1);
    return failure.answer === 'none' ? 'none' : failure.answer.clone();
  }
}
