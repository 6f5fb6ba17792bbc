import { useMutation, useQueryClient } from '@taller/shared/query';
import { settingKeys } from './keys.ts';
import { sendSection, SettingConflictError, type SectionChange } from './save-section-mutation.ts';
import type { SectionName } from './sections.ts';

export interface ImportedSection extends SectionChange {
  readonly section: SectionName;
}

/** One after the other. A section that stands there already is not changed again, so that all may be sent again. */
async function importSections(sections: readonly ImportedSection[]): Promise<void> {
  for (const { section, ...change } of sections) {
    const answer = await sendSection(section, change, crypto.randomUUID());
    if (!answer.saved) throw new SettingConflictError(answer);
  }
}

/** Saves the sections of a file, each over the version that was read, for admins (CFG-34). */
export function useImportSectionsMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: importSections,
    onSettled: () => client.invalidateQueries({ queryKey: settingKeys.all }),
  });
}
