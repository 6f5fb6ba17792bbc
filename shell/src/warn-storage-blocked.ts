import { toast } from '@taller/shared/runtime';
import { storageBlocked } from '#src/texts/storage-blocked.ts';

// Imported when something could not be stored, once per page: other browsers do not load it.
toast.info(storageBlocked);
