import { denoDeps } from '../_shared/deno-deps.ts';
import { makeHandler } from '../_shared/calendar-feed.ts';

Deno.serve(makeHandler(denoDeps()));
