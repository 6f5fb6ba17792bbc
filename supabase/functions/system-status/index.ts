import { denoDeps } from '../_shared/deno-deps.ts';
import { makeHandler } from '../_shared/system-status.ts';

Deno.serve(makeHandler(denoDeps()));
