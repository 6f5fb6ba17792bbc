import { useQueryClient } from '@taller/shared/query';
import { DataError, wasSentOtherwise } from '#src/data-access/data-error.ts';
import type { RequestFacts } from '#src/once/open-request.ts';
import { useOnceMutation } from '#src/once/use-once-mutation.ts';
import { callSaveSettings } from './call-save-settings.ts';
import { isSameValue } from './merge-values.ts';
import { settingKeys } from './keys.ts';
import type { SectionName } from './sections.ts';
import type { SettingSection } from './setting-sections-query.ts';

/** Another admin saved the section first. */
export class SettingConflictError extends DataError {
  readonly current: SettingSection;

  constructor(current: SettingSection) {
    super('conflict', 'The section changed');
    this.current = current;
  }
}

export interface SectionChange {
  readonly value: Readonly<Record<string, unknown>>;
  /** The version that was read. */
  readonly version: number;
}

type Answer = SettingSection & { readonly saved: boolean };

/** One request to save a section; `saved` is false when somebody else was first. */
export const sendSection = (
  section: SectionName,
  { value, version }: SectionChange,
  id: string,
): Promise<Answer> => callSaveSettings<Answer>({ section, value, version }, id);

/** @throws SettingConflictError when somebody was faster, DataError otherwise. */
async function saveSection(
  section: SectionName,
  change: SectionChange,
  { id, unanswered }: RequestFacts<SectionChange>,
): Promise<SettingSection> {
  let answer: Answer;
  try {
    answer = await sendSection(section, change, id);
  } catch (error) {
    if (!wasSentOtherwise(error) || unanswered.length === 0) throw error;
    // An earlier request has arrived. With a new id the answer has the stored value.
    answer = await sendSection(section, change, crypto.randomUUID());
  }
  if (answer.saved) return answer;
  const { value, version } = answer;
  // The stored value is one that this form sent before, so that its correction overwrites nobody else's change.
  if (unanswered.some((sent) => isSameValue(sent.value, value)))
    answer = await sendSection(section, { ...change, version }, crypto.randomUUID());
  if (!answer.saved) throw new SettingConflictError(answer);
  return answer;
}

/** Saves one section of the settings, for admins (CFG-31). Call it in the section's form. */
export function useSaveSectionMutation(section: SectionName) {
  const client = useQueryClient();
  return useOnceMutation({
    name: `ajustes.${section}`,
    mutationFn: (change: SectionChange, facts: RequestFacts<SectionChange>) =>
      saveSection(section, change, facts),
    onSuccess: (saved) => {
      client.setQueryData<SettingSection[]>(settingKeys.sections(), (rows) =>
        rows?.map((row) => (row.section === section && row.version < saved.version ? saved : row)),
      );
      return client.invalidateQueries({ queryKey: settingKeys.all });
    },
  });
}
