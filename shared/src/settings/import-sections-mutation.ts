import { useMutation, useQueryClient } from '@taller/shared/query';
import type { Logo } from '#src/values/logo.ts';
import { settingKeys } from './keys.ts';
import { sendImage } from './save-image-mutation.ts';
import { sendSection, SettingConflictError, type SectionChange } from './save-section-mutation.ts';
import type { SectionName } from './sections.ts';

interface ImportedSection extends SectionChange {
  readonly section: SectionName;
}

interface SettingsImport {
  readonly sections: readonly ImportedSection[];
  /** Images that the sections name, in base64 by their hash. */
  readonly images: Readonly<Record<string, string>>;
}

/** The image that a section names, if the file has it. An SVG is not sent: it is a logo only where it was one. */
function imageOf({ value }: SectionChange, images: SettingsImport['images']): string | undefined {
  const { hash, type } = (value.logo ?? {}) as Partial<Logo>;
  return hash === undefined || type === 'image/svg+xml' ? undefined : images[hash];
}

/**
 * One after the other, a section's image before it. A section that stands there already is not changed again, so that
 * all may be sent again.
 */
async function importSections({ sections, images }: SettingsImport): Promise<void> {
  for (const { section, ...change } of sections) {
    const image = imageOf(change, images);
    if (image !== undefined) await sendImage(image, crypto.randomUUID());
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
