import { beforeAll } from 'vitest';
import { provideFacts } from '@taller/shared/runtime/facts.ts';
import { DEMO_FACTS } from '../../../../supabase/seed/demo-facts.ts';

// In unit tests no page contains the shop's details: they are the demo shop's.
beforeAll(() => provideFacts(DEMO_FACTS));
