import { escapeHtml } from '@taller/server/http/escape-html.ts';

/** How often the page asks for the site again. */
const AGAIN_S = 3;

/** Page shown while the site does not answer. It reloads itself. */
export const failurePage = (message: string): string => `<!doctype html>
<html lang="es-CL">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="refresh" content="${AGAIN_S}" />
    <title>El sitio no contesta</title>
  </head>
  <body>
    <h1>El sitio no contesta</h1>
    <p>${escapeHtml(message)}</p>
    <p>Esta página se carga otra vez sola.</p>
  </body>
</html>
`;
