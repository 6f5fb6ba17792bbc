import { Fragment, useEffect, useState, type ReactNode } from 'react';
import { FormProvider, useForm, type FieldValues } from 'react-hook-form';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { readPersistedBase, usePersistedBase } from '@taller/shared/forms/persisted-base.ts';
import { toast } from '@taller/shared/runtime';
import type { SettingFaultsError } from '@taller/shared/settings/call-save-settings.ts';
import { mergeValues, withField, type FieldConflict } from '@taller/shared/settings/merge-values.ts';
import {
  useSaveSectionMutation,
  type SettingConflictError,
} from '@taller/shared/settings/save-section-mutation.ts';
import type { SettingSection } from '@taller/shared/settings/setting-sections-query.ts';
import type { SettingFault } from '@taller/shared/settings/sections.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import { DeletionWarning } from './deletion-warning.tsx';
import type { FieldGroup } from './field-specs.ts';
import { FormGroup } from './form-group.tsx';
import { sectionResolver, toFormValues } from './form-values.ts';
import { SECTION_SPECS, type ShownSection } from './section-specs.ts';
import styles from './settings.module.css';
import { settingsTexts as texts } from './texts.ts';
import { useDeletionWarning } from './use-deletion-warning.ts';

type Value = Readonly<Record<string, unknown>>;

interface Conflict {
  readonly by: string;
  readonly fields: readonly FieldConflict[];
}

const keptBase = (name: string, row: SettingSection): SettingSection => {
  const kept = readPersistedBase(name);
  return typeof kept === 'object' && kept !== null && 'version' in kept ? (kept as SettingSection) : row;
};

/** Another admin's version, if that is why a save was refused. The class is each remote's own. */
const conflictingRow = (error: unknown): SettingSection | null =>
  error instanceof Error && 'current' in error ? (error as SettingConflictError).current : null;

/** Each field that the server refused, though this form did not: a server of another version. */
const faultsOf = (error: unknown): readonly SettingFault[] =>
  error instanceof Error && 'faults' in error ? (error as SettingFaultsError).faults : [];

const problemOf = (error: unknown) =>
  failureText(error, { offline: texts.offline, forbidden: texts.denied, otherwise: texts.saveFailed }, [
    'invalid',
  ]);

export interface SectionFormProps {
  section: ShownSection;
  row: SettingSection;
  /** The server's current row: newer than `row` if others saved while this form was in use. */
  latest?: SettingSection;
  onSaved: (row: SettingSection) => void;
  /** The part of the section that the first set-up shows, and how it saves it. */
  part?: SectionPart;
}

/** A part of a section's form; its other fields stay as they are. */
export interface SectionPart {
  readonly groups: readonly FieldGroup[];
  /** Completes what was typed, before it is checked. */
  readonly complete?: (values: FieldValues) => FieldValues;
  readonly saveLabel: string;
  /** Content beside the button. */
  readonly aside: ReactNode;
}

/** The form of one section: saved for itself, with its own history (CFG-31, CFG-32). */
export function SectionForm({ section, row, latest = row, onSaved, part }: SectionFormProps) {
  const kept = `ajustes.base.${section}`;
  const [base, setBase] = useState(() => keptBase(kept, row));
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const save = useSaveSectionMutation(section);
  const deletion = useDeletionWarning(section);
  const form = useForm<FieldValues, unknown, Value>({
    resolver: sectionResolver(section, part?.complete),
    defaultValues: toFormValues(base.value),
  });
  const { isDirty, isSubmitting } = form.formState;
  usePersistedBase(kept, base, isDirty);

  const { reset, getValues } = form;
  useEffect(() => {
    // A draft is put back field by field, of which lists inside of a field take no notice.
    reset(getValues(), { keepDefaultValues: true });
  }, [reset, getValues]);

  /** Replaces the server's value in the form by another one, as an unsaved change. */
  const putOver = (current: SettingSection, value: Value) => {
    reset(toFormValues(current.value));
    reset(toFormValues(value), { keepDefaultValues: true });
    setBase(current);
  };

  const meet = (mine: Value, current: SettingSection) => {
    const { merged, conflicts } = mergeValues(base.value, mine, current.value);
    putOver(current, merged);
    setConflict({ by: current.changed_by_name ?? texts.somebody, fields: conflicts });
  };

  const take = ({ path, theirs }: FieldConflict) => {
    form.reset(toFormValues(withField(getValues(), path, toFormValues({ [path]: theirs })[path]) as Value), {
      keepDefaultValues: true,
    });
    setConflict((last) => last && { ...last, fields: last.fields.filter((field) => field.path !== path) });
  };

  const submit = form.handleSubmit(async (value) => {
    setProblem(null);
    try {
      if (await deletion.mustConfirm(base.value, value)) return;
      const saved = await save.mutateAsync({ value, version: base.version });
      reset(toFormValues(saved.value));
      setBase(saved);
      onSaved(saved);
      setConflict(null);
      deletion.clear();
      toast.success(texts.saved);
    } catch (error) {
      const current = conflictingRow(error);
      if (current) {
        meet(value, current);
        return;
      }
      for (const { path, message } of faultsOf(error)) form.setError(path, { type: 'server', message });
      setProblem(problemOf(error));
    }
  });

  const { intro, groups, Rehearsal } = { ...SECTION_SPECS[section], ...part };
  return (
    <FormProvider {...form}>
      <Form form={form} draft={`ajustes.${section}`} onSubmit={submit} className={styles.form}>
        {!part && <p className={styles.intro}>{intro}</p>}
        {groups.map((group) => (
          <Fragment key={group.title}>
            <FormGroup group={group} isOnly={groups.length === 1} />
            {group.Rehearsal && <group.Rehearsal />}
          </Fragment>
        ))}
        {conflict && (
          <ConflictPanel section={section} by={conflict.by} conflicts={conflict.fields} onTake={take} />
        )}
        <DeletionWarning lines={deletion.lines} />
        {latest.version > base.version && !conflict && !isSubmitting && (
          <p role="status" className={styles.muted}>
            {texts.newer(latest.changed_by_name ?? texts.somebody)}
          </p>
        )}
        {problem && <Banner tone="danger">{problem}</Banner>}
        <div className={styles.bar} data-stays={isDirty || part !== undefined || undefined}>
          <Button type="submit" variant="primary" loading={isSubmitting} loadingText={texts.saving}>
            {part?.saveLabel ?? texts.save}
          </Button>
          {part?.aside ?? (
            <p className={styles.muted}>
              {base.version > 1
                ? texts.changedAt(base.changed_by_name ?? texts.somebody, formatDateTime(base.changed_at))
                : texts.initial}
            </p>
          )}
        </div>
      </Form>
      {Rehearsal && <Rehearsal />}
    </FormProvider>
  );
}
