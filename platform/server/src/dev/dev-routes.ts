import { sendJson, type Route } from '../http/router.ts';
import type { Mailbox } from '../mail/mailbox.ts';
import { simulatorRoutes } from '../whatsapp-simulator/simulator-routes.ts';
import type { WhatsappSimulator } from '../whatsapp-simulator/whatsapp-simulator.ts';
import { taxSimulatorRoute } from '../tax-simulator/tax-simulator-route.ts';
import type { TaxSimulator } from '../tax-simulator/tax-simulator.ts';
import { mailsPage } from './mails-page.ts';
import { sendPage } from '../http/page.ts';

/** Context of the simulators' pages. */
export interface DevContext {
  mailbox: Mailbox;
  /** Absent when messages are sent to the real provider. */
  whatsapp?: WhatsappSimulator;
  /** Absent where documents go to the shop's provider. */
  tax?: TaxSimulator;
}

/**
 * Pages that show mails and messages sent to the simulators. Demo and test only: they show them to anyone on this
 * machine. Further simulators add their routes here and their data to the context.
 */
export function devRoutes({ mailbox, whatsapp, tax }: DevContext): Route[] {
  return [
    async ({ outgoing, path }) => {
      if (path === '/_dev/mails.json') sendJson(outgoing, 200, mailbox.list());
      else if (path === '/_dev/mails') sendPage(outgoing, mailsPage(mailbox.list()));
      else return false;
      return true;
    },
    ...(whatsapp ? simulatorRoutes(whatsapp) : []),
    ...(tax ? [taxSimulatorRoute(tax)] : []),
  ];
}
