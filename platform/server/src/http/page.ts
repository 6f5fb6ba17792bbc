import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Html } from './html.ts';
import { escapeHtml } from './escape-html.ts';

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2a2e; --soft: #56656a; --line: #d8dfe0; --paper: #fff; --ground: #f3f5f4; --accent: #0f5c63; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ecec; --soft: #9fb0b3; --line: #33454a; --paper: #17252a; --ground: #0e191d; --accent: #7fd0cf; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
p { margin: 0 0 1rem; }
.note, time, .to { color: var(--soft); font-size: .875rem; }
article { background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.25rem; margin: 1rem 0; }
article h2 { font-size: 1.0625rem; margin: 0; }
header { display: flex; gap: .25rem 1rem; flex-wrap: wrap; justify-content: space-between; align-items: baseline; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: .75rem 0; }
a { color: var(--accent); }
.action { display: inline-block; font-weight: 600; padding: .625rem 1rem; border: 1px solid currentColor; border-radius: 8px; text-decoration: none; }
.action:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The layout of a simulator's page. */
export function devPage(title: string, content: Html): string {
  // The only style sheet, allowed in the policy by its hash.
  return `<!doctype html>
<html lang="es-CL"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main>${content.text}</main></body></html>`;
}

/** Sends a simulator's page, with a policy that forbids scripts and external resources. */
export function sendPage(outgoing: ServerResponse, page: string): void {
  outgoing.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'`,
    'referrer-policy': 'no-referrer',
  });
  outgoing.end(page);
}
