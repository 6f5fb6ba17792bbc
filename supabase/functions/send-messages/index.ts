import { denoDeps } from '../_shared/deno-deps.ts';
import { makeHandler } from '../_shared/send-messages.ts';

Deno.serve(makeHandler(denoDeps()));
