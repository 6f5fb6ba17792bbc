import type { RemoteName } from '#src/contract/remote-names.ts';
import type { Screen } from '#src/contract/screen.ts';
import { SCREENS } from '#src/contract/screens.ts';
import { BELL, PALETTE } from '#src/contract/widgets.ts';

/** The modules of a remote that this shell loads, without duplicates. */
export function openedModules(remote: RemoteName): string[] {
  const ofScreens = Object.values<Screen>(SCREENS).map((screen) => ({ module: 'routes', ...screen }));
  const asked = [...ofScreens, BELL, PALETTE].filter((one) => one.remote === remote);
  return [...new Set(asked.map(({ module }) => module))].sort();
}
