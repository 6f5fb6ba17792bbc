import { denoDeps } from '../_shared/deno-deps.ts';
import { makeHandler } from '../_shared/whatsapp-webhook.ts';

Deno.serve(makeHandler(denoDeps()));
