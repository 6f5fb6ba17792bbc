// `npm run backup -- FOLDER`: see docs/backup.md.
import '@taller/server/backup/backup-program.ts';
