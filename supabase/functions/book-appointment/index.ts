import { denoDeps } from '../_shared/deno-deps.ts';
import { makeHandler } from '../_shared/book-appointment.ts';

Deno.serve(makeHandler(denoDeps()));
