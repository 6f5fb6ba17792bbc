// `npm run restore -- FILE --into FOLDER`: see docs/backup.md.
import '@taller/server/backup/restore-program.ts';
