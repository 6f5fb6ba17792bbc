import type { FieldChange } from '@taller/shared/settings/merge-values.ts';
import { FieldValue } from './field-value.tsx';
import { fieldLabel } from './section-specs.ts';
import styles from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.history;

/** Fields of a section, each before and after a change. */
export function FieldChanges({ section, changes }: { section: string; changes: readonly FieldChange[] }) {
  return changes.map(({ path, before, after }) => (
    <div key={path} className={styles.change}>
      <p className={styles.strong}>{fieldLabel(section, path)}</p>
      <dl className={styles.versions}>
        <div>
          <dt className={styles.muted}>{texts.before}</dt>
          <dd>
            <FieldValue section={section} path={path} value={before} />
          </dd>
        </div>
        <div>
          <dt className={styles.muted}>{texts.after}</dt>
          <dd>
            <FieldValue section={section} path={path} value={after} />
          </dd>
        </div>
      </dl>
    </div>
  ));
}
