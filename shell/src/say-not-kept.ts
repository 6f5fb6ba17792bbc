import { toast } from '@taller/shared/runtime';
import { notKept } from '#src/texts/not-kept.ts';

// Loaded when something could not be kept, once per page: whoever's browser keeps things does not pay for it.
toast.info(notKept);
