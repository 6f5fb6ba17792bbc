import type { ReactNode } from 'react';
import { get, useFormContext, useWatch } from 'react-hook-form';
import hidden from '@taller/shared/ui/hidden.module.css';
import type { FieldGroup } from './field-specs.ts';
import { FoldedBox } from './folded-box.tsx';
import grid from './field-grid.module.css';
import { SettingField } from './setting-field.tsx';
import styles from './settings.module.css';
import { settingsTexts as texts } from './texts.ts';

/** Fields that belong together, under their title; on request, if there are many such groups. */
export function FormGroup({ group, isOnly }: { group: FieldGroup; isOnly: boolean }) {
  const { title, hint, fields, folded } = group;
  const content = (
    <>
      {hint && <p className={styles.hint}>{hint}</p>}
      <div className={grid.fields}>
        {fields.map((spec) => (
          <SettingField key={spec.name} spec={spec} hideLabel={fields.length === 1 && spec.kind === 'list'} />
        ))}
      </div>
    </>
  );
  if (folded) return <FoldedGroup group={group}>{content}</FoldedGroup>;
  return (
    <fieldset className={styles.group}>
      <legend className={isOnly ? hidden.hidden : styles.legend}>{title}</legend>
      {content}
    </fieldset>
  );
}

/** A folded group says beside its title that its flag is off. */
function FoldedGroup({ group: { title, fields }, children }: { group: FieldGroup; children: ReactNode }) {
  const { control, formState } = useFormContext();
  const flag = fields.find(({ kind }) => kind === 'flag')?.name ?? '';
  const isOff = useWatch({ control, name: flag }) === false;
  return (
    <div className={styles.folded}>
      <FoldedBox
        label={title}
        note={isOff && texts.off}
        isWrong={fields.some(({ name }) => get(formState.errors, name) !== undefined)}
      >
        {children}
      </FoldedBox>
    </div>
  );
}
