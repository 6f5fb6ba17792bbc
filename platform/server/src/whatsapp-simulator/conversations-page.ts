import { devPage } from '../http/page.ts';
import { html, type Html } from '../http/html.ts';
import type { SimulatedMessage, SimulatedReply, WhatsappSimulator } from './whatsapp-simulator.ts';

const TIME = new Intl.DateTimeFormat('es-CL', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'America/Santiago',
});

const STATUS_LABELS = { sent: 'Enviado', delivered: 'Entregado', read: 'Leído', failed: 'Falló' } as const;

type Entry = { at: string; phone: string; message?: SimulatedMessage; reply?: SimulatedReply };

/** Text with its links made clickable. */
function withLinks(text: string): Html[] {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

function bubble({ message, reply, at }: Entry): Html {
  const time = TIME.format(new Date(at));
  if (reply) return html`<p><strong>Cliente:</strong> ${reply.text} <time>${time}</time></p>`;
  if (!message) return html``;
  const status = message.statuses.at(-1);
  return html`<p>
    <strong>Tienda:</strong> ${withLinks(message.text)}
    <time>${time} · ${status ? STATUS_LABELS[status] : 'Aceptado'} · ${message.template}</time>
  </p>`;
}

/** Each conversation as the customer sees it, newest first, with a form to reply as the customer. */
export function conversationsPage(simulator: WhatsappSimulator): string {
  const { messages, replies } = simulator.log();
  const entries: Entry[] = [
    ...messages.map((message) => ({ at: message.at, phone: message.to, message })),
    ...replies.map((reply) => ({ at: reply.at, phone: reply.from, reply })),
  ].sort((a, b) => a.at.localeCompare(b.at));
  const byPhone = new Map<string, Entry[]>();
  for (const entry of entries) byPhone.set(entry.phone, [...(byPhone.get(entry.phone) ?? []), entry]);
  const conversations = [...byPhone]
    .sort(([, a], [, b]) => (b.at(-1)?.at ?? '').localeCompare(a.at(-1)?.at ?? ''))
    .map(
      ([phone, list]) =>
        html`<article id="tel-${phone}">
          <header><h2>+${phone}</h2></header>
          ${list.map(bubble)}
          <form method="post" action="/_dev/whatsapp/reply">
            <input type="hidden" name="from" value="${phone}" />
            <label>Responder como cliente <input name="text" required maxlength="1000" /></label>
            <button>Enviar</button>
          </form>
        </article>`,
    );
  return devPage(
    'WhatsApp simulado',
    html`<h1>WhatsApp simulado</h1>
      <p class="note">
        En la demostración ningún mensaje sale de este equipo. Recarga la página para ver los nuevos.
      </p>
      ${
        conversations.length === 0
          ? html`<article>
              <p>Todavía no hay mensajes. Cambia el estado de una orden y aparecerán aquí.</p>
            </article>`
          : conversations
      }`,
  );
}
