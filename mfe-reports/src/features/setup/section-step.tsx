import type { FieldValues } from 'react-hook-form';
import { useQuery } from '@taller/shared/query';
import { Link, useNavigate } from '@taller/shared/runtime';
import { settingSectionsQuery, type SettingSection } from '@taller/shared/settings/setting-sections-query.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import type { FieldGroup } from '../settings/field-specs.ts';
import { SectionForm, type SectionPart } from '../settings/section-form.tsx';
import { SECTION_SPECS } from '../settings/section-specs.ts';
import { SetupLayout } from './setup-layout.tsx';
import { stepHref, type LaterStep } from './setup-steps.ts';
import styles from './setup.module.css';
import { setupTexts as texts } from './texts.ts';

/** The fields that the step asks for; the others are in 'Ajustes'. */
const ASKED: readonly (readonly [title: string, fields: readonly string[]])[] = [
  [texts.shop.who, ['name', 'rut']],
  [texts.shop.address, ['address.street', 'address.city', 'address.region']],
  [texts.shop.contact, ['phone', 'whatsApp', 'email']],
];
/** The only name that the step asks has a label of its own. */
const SHOP_FIELDS = SECTION_SPECS.shop.groups
  .flatMap(({ fields }) => fields)
  .map((field) =>
    field.name === 'name' ? { ...field, label: texts.shop.name, hint: texts.shop.nameHint } : field,
  );
const SHOP_GROUPS: readonly FieldGroup[] = ASKED.map(([title, names]) => ({
  title,
  fields: SHOP_FIELDS.filter(({ name }) => names.includes(name)),
}));
/** Omits special days and online booking, and headings without fields. */
const HOURS_GROUPS: readonly FieldGroup[] = SECTION_SPECS.hours.groups
  .map((group) => ({
    ...group,
    fields: group.fields.filter(
      ({ kind, name }) => kind !== 'holidays' && !/^(?:specialDays$|booking\.)/.test(name),
    ),
  }))
  .filter(({ fields }) => fields.length > 0);

const WEEKDAY = [{ open: '10:00', close: '19:00' }];
/** Initial opening hours of a new shop, from Sunday to Saturday. */
const USUAL_WEEK = [[], WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, [{ open: '10:00', close: '14:00' }]];

/** The full name follows the short one for as long as they are the same. */
function withFullName({ value: was }: SettingSection) {
  return (values: FieldValues): FieldValues =>
    was.fullName === was.name ? { ...values, fullName: values.name as unknown } : values;
}

/** A row that nobody has saved, with what the step proposes instead of a new shop's values. */
const proposed = (row: SettingSection, value: Readonly<Record<string, unknown>>): SettingSection =>
  row.version > 1 ? row : { ...row, value: { ...row.value, ...value } };

interface SectionStepProps {
  step: 'tienda' | 'horario';
  /** The step after it, and the one before, if it can be gone back to. */
  next: LaterStep;
  back?: LaterStep;
}

/** A step that is a part of a section of 'Ajustes', saved by itself (CFG-46). */
export function SectionStep({ step, next, back }: SectionStepProps) {
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery(settingSectionsQuery());
  const section = step === 'tienda' ? 'shop' : 'hours';
  const row = data?.find((one) => one.section === section);
  const { title, intro } = texts[section];
  const part: SectionPart = {
    groups: section === 'shop' ? SHOP_GROUPS : HOURS_GROUPS,
    complete: row && section === 'shop' ? withFullName(row) : undefined,
    saveLabel: texts.next,
    aside: (
      <p className={styles.aside}>
        {back && <Link to={stepHref(back)}>{texts.back}</Link>}
        <Link to={stepHref(next)}>{texts.later}</Link>
      </p>
    ),
  };
  return (
    <SetupLayout step={step} title={title} intro={intro}>
      {!row && !error && <Skeleton label={texts.loadingSettings} shape="card" count={2} />}
      {!row && error && (
        <ErrorState
          error={error}
          message={texts.settingsFailed}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {row && (
        <Card>
          <SectionForm
            key={section}
            section={section}
            row={section === 'shop' ? proposed(row, { name: '' }) : proposed(row, { week: USUAL_WEEK })}
            part={part}
            onSaved={() => void navigate(stepHref(next))}
          />
        </Card>
      )}
    </SetupLayout>
  );
}
