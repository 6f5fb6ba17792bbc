import type { FieldChange } from '@taller/shared/settings/merge-values.ts';
import { describeValue } from './describe-value.ts';
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
          <dd>{describeValue(before)}</dd>
        </div>
        <div>
          <dt className={styles.muted}>{texts.after}</dt>
          <dd>{describeValue(after)}</dd>
        </div>
      </dl>
    </div>
  ));
}
