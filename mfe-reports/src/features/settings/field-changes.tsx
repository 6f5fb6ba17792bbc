import type { FieldChange } from '@taller/shared/settings/merge-values.ts';
import { FieldValue } from './field-value.tsx';
import { fieldLabel } from './section-specs.ts';
import styles from './field-changes.module.css';
import settings from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.history;

/** Fields of a section, each before and after a change. */
export function FieldChanges({ section, changes }: { section: string; changes: readonly FieldChange[] }) {
  return changes.map(({ path, before, after }) => (
    <div key={path} className={styles.change}>
      <p className={settings.strong}>{fieldLabel(section, path)}</p>
      <dl className={styles.versions}>
        <div>
          <dt className={settings.muted}>{texts.before}</dt>
          <dd>
            <FieldValue section={section} path={path} value={before} />
          </dd>
        </div>
        <div>
          <dt className={settings.muted}>{texts.after}</dt>
          <dd>
            <FieldValue section={section} path={path} value={after} />
          </dd>
        </div>
      </dl>
    </div>
  ));
}
