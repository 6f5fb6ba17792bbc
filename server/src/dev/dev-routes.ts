import { sendJson, type Route } from '../http/router.ts';
import type { Mailbox } from '../mail/mailbox.ts';
import { simulatorRoutes } from '../whatsapp-simulator/simulator-routes.ts';
import type { WhatsappSimulator } from '../whatsapp-simulator/whatsapp-simulator.ts';
import { mailsPage } from './mails-page.ts';
import { sendPage } from '../http/page.ts';

/** What the simulators' pages show. */
export interface DevContext {
  mailbox: Mailbox;
  /** Absent when messages go to the real provider. */
  whatsapp?: WhatsappSimulator;
}

/**
 * Pages that show what would have left the machine. Demo and test only: they show every mail and message to anyone on this machine.
 * A further simulator adds its routes here and what it shows to the context.
 */
export function devRoutes({ mailbox, whatsapp }: DevContext): Route[] {
  return [
    async ({ outgoing, path }) => {
      if (path === '/_dev/mails.json') sendJson(outgoing, 200, mailbox.list());
      else if (path === '/_dev/mails') sendPage(outgoing, mailsPage(mailbox.list()));
      else return false;
      return true;
    },
    ...(whatsapp ? simulatorRoutes(whatsapp) : []),
  ];
}
