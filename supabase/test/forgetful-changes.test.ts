/** The changes of once.test.ts over connections of a transaction pooler (forgetful-connections.test.ts). */
import { tryChanges } from './support/once/try-changes.ts';

const tags = ['exhaustive'];
tryChanges('DATA-50 over connections that forget:', { forgetful: true }, () => ({ lost: tags, twice: tags }));
