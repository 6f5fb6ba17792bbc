import { beforeAll } from 'vitest';
import { provideFacts } from '@taller/shared/runtime/facts.ts';
import { DEMO_FACTS } from '../../../supabase/seed/demo-facts.ts';

// No page carries the facts of the shop in a unit test: it is the demo shop's.
beforeAll(() => provideFacts(DEMO_FACTS));
