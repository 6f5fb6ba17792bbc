import { readAnswer, sendAnswer } from '../http/answer.ts';
import { toRequest } from '../http/respond.ts';
import type { Route } from '../http/router.ts';
import type { TaxSimulator } from './tax-simulator.ts';

/** Base path of the simulator: TAX_PROVIDER_URL of the functions. */
export const TAX_SIMULATOR_PATH = '/_dev/documentos';

const documentPath = /^\/_dev\/documentos\/([0-9a-f-]{36})$/;

/** The port of the simulated provider, `PUT /_dev/documentos/<id>`. */
export const taxSimulatorRoute =
  (simulator: TaxSimulator): Route =>
  async ({ incoming, outgoing, origin, path }) => {
    const id = documentPath.exec(path)?.[1];
    if (id === undefined || incoming.method !== 'PUT') return false;
    const response = await simulator.put(await toRequest(incoming, outgoing, origin, { bytes: 16_384 }), id);
    if (response === null) incoming.socket.destroy();
    else await sendAnswer(outgoing, await readAnswer(response), false);
    return true;
  };
