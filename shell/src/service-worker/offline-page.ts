const HTML = `<!doctype html>
<html lang="es-CL">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>Sin conexión a internet</title>
<style>body{font:1.0625rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.25rem;text-align:center}a{display:inline-block;margin-top:1rem;padding:.6rem 1.2rem;border:1px solid;border-radius:.75rem;color:inherit;text-decoration:none}</style>
<h1>Sin conexión a internet</h1>
<p>Esta página todavía no está guardada en este equipo. Revisa tu conexión y vuelve a intentarlo.</p>
<a href="">Reintentar</a>
</html>`;

/** Shown if there is neither a network nor a cached page. */
export const offlinePage = (): Response =>
  new Response(HTML, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
