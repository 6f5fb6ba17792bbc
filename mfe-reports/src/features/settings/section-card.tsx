import { useState } from 'react';
import type { SettingSection } from '@taller/shared/settings/setting-sections-query.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { UnsavedContext } from '@taller/shared/ui/unsaved-context.ts';
import { SectionForm } from './section-form.tsx';
import { SECTION_SPECS, type ShownSection } from './section-specs.ts';

interface Known {
  readonly row: SettingSection;
  /** Another one is another form. */
  readonly form: number;
}

/** A section's form. It shows changes by others at once while nothing is typed; a form in use stays (CFG-32). */
export function SectionCard({ section, row }: { section: ShownSection; row: SettingSection }) {
  const [known, setKnown] = useState<Known>({ row, form: 0 });
  const [isUnsaved, setUnsaved] = useState(false);
  if (!isUnsaved && row.version > known.row.version) setKnown({ row, form: known.form + 1 });
  return (
    <Card title={SECTION_SPECS[section].title}>
      <UnsavedContext value={setUnsaved}>
        <SectionForm
          key={known.form}
          section={section}
          row={known.row}
          latest={row}
          onSaved={(saved) => setKnown((last) => ({ ...last, row: saved }))}
        />
      </UnsavedContext>
    </Card>
  );
}
