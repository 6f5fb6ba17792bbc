import type { Plugin } from 'vite';
import { inRoot } from '#src/workspace/root.ts';

/** The gallery's address in the shell's development server. */
export const GALLERY_PATH = '/_dev/componentes';

const PAGE = `<!doctype html>
<html lang="es-CL">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Componentes</title>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="/@fs${inRoot('shared/gallery/main.tsx')}"></script>
  </body>
</html>`;

/** Shows the components of shared while `npm run dev` runs, edits included. No build contains it. */
export function devGallery(): Plugin {
  return {
    name: 'taller-dev-gallery',
    apply: (_, { command, isPreview }) => command === 'serve' && !isPreview,
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url?.split('?')[0] !== GALLERY_PATH) return next();
        response.setHeader('content-type', 'text/html; charset=utf-8');
        return void server.transformIndexHtml(GALLERY_PATH, PAGE).then((html) => response.end(html), next);
      });
    },
  };
}
