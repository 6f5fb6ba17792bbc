import { denoDeps } from '../_shared/deno-deps.ts';
import { makeHandler } from '../_shared/update-quote-status.ts';

Deno.serve(makeHandler(denoDeps()));
