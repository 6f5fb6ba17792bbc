import { useFormContext } from 'react-hook-form';
import type { FieldConflict } from '@taller/shared/settings/merge-values.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { FieldValue } from './field-value.tsx';
import { fieldLabel, type ShownSection } from './section-specs.ts';
import styles from './field-changes.module.css';
import settings from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.conflict;

export interface ConflictPanelProps {
  section: ShownSection;
  /** Name of the admin who saved first. */
  by: string;
  conflicts: readonly FieldConflict[];
  onTake: (conflict: FieldConflict) => void;
}

/** Shows what another admin saved while this form was open, with a choice for each field that both changed (CFG-32). */
export function ConflictPanel({ section, by, conflicts, onTake }: ConflictPanelProps) {
  // Its buttons wait while the form is being sent.
  const { isSubmitting } = useFormContext().formState;
  return (
    <Banner tone="warning" alert>
      <p className={settings.strong}>{texts.title(by)}</p>
      <p>{conflicts.length > 0 ? texts.choose : texts.merged}</p>
      {conflicts.map((conflict) => {
        const label = fieldLabel(section, conflict.path);
        return (
          <div key={conflict.path} className={styles.change}>
            <p className={settings.strong}>{label}</p>
            <dl className={styles.versions}>
              <div>
                <dt>{texts.mine}</dt>
                <dd>
                  <FieldValue section={section} path={conflict.path} value={conflict.mine} />
                </dd>
              </div>
              <div>
                <dt>{texts.theirs(by)}</dt>
                <dd>
                  <FieldValue section={section} path={conflict.path} value={conflict.theirs} />
                </dd>
                <dd>
                  <Button
                    size="sm"
                    aria-label={texts.take(label)}
                    disabled={isSubmitting}
                    onClick={() => onTake(conflict)}
                  >
                    {texts.takeShort}
                  </Button>
                </dd>
              </div>
            </dl>
          </div>
        );
      })}
    </Banner>
  );
}
