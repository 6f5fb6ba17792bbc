import { ImportScreen } from '#src/features/import/import-screen.tsx';

/** /dashboard/importar: admins only; the shell's guard and the server both see to it. */
export function ImportPage() {
  return <ImportScreen />;
}
