import type { StoredMail } from '../mail/mailbox.ts';
import { html, type Html } from '../http/html.ts';
import { devPage } from '../http/page.ts';

const TIME = new Intl.DateTimeFormat('es-CL', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'America/Santiago',
});

function mailCard(mail: StoredMail): Html {
  const [, ...lines] = mail.text.trim().split('\n');
  const body = lines
    .filter((line) => !line.includes(mail.link))
    .join('\n')
    .replace(/\n{2,}/g, '\n\n')
    .trim();
  return html`<article id="correo-${mail.id}">
    <header>
      <h2>${mail.subject}</h2>
      <time datetime="${mail.sentAt}">${TIME.format(new Date(mail.sentAt))}</time>
    </header>
    <p class="to">Para ${mail.to}</p>
    <pre>${body}</pre>
    <a class="action" href="${mail.link}">Abrir el enlace del correo</a>
  </article>`;
}

/** The mailbox of the mail simulator, newest first. */
export function mailsPage(mails: readonly StoredMail[]): string {
  const list =
    mails.length === 0
      ? [
          html`<article>
            <p>Todavía no hay correos. Regístrate o pide restablecer tu contraseña y aparecerán aquí.</p>
          </article>`,
        ]
      : mails.map(mailCard);
  return devPage(
    'Correos enviados',
    html`<h1>Correos enviados</h1>
      <p class="note">
        En la demostración ningún correo sale de este equipo. Recarga la página para ver los nuevos.
      </p>
      ${list}`,
  );
}
