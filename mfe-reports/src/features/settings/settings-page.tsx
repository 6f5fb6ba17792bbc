import { Fragment, useState } from 'react';
import { paths } from '@taller/shared/contract/paths.ts';
import { useQuery } from '@taller/shared/query';
import { useParams } from '@taller/shared/runtime';
import { settingSectionsQuery, type SettingSection } from '@taller/shared/settings/setting-sections-query.ts';
import { useLiveSettings } from '@taller/shared/settings/watch-settings.ts';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { ScreenTitle } from '@taller/shared/ui/screen-title.tsx';
import { TabLinks } from '@taller/shared/ui/tab-links.tsx';
import page from '#src/components/page.module.css';
import { Connection } from '#src/features/message-settings/connection.tsx';
import { MessageTest } from '#src/features/message-settings/message-test.tsx';
import { TemplatePreviews } from '#src/features/message-settings/template-previews.tsx';
import { ExportSettings } from './export-settings.tsx';
import { ImportSettings } from './import-settings.tsx';
import { SectionHistory } from './section-history.tsx';
import {
  SECTION_ADDRESSES,
  SECTION_SPECS,
  sectionAt,
  SHOWN_SECTIONS,
  type ShownSection,
} from './section-specs.ts';
import { settingsTexts as texts } from './texts.ts';
import { Card } from '@taller/shared/ui/card.tsx';
import { UnsavedContext } from '@taller/shared/ui/unsaved-context.ts';
import { SectionForm } from './section-form.tsx';

interface Known {
  readonly row: SettingSection;
  /** Another one is another form. */
  readonly form: number;
}

/** A section's form. It shows changes by others at once while nothing is typed; a form in use stays (CFG-32). */
function SectionCard({ section, row }: { section: ShownSection; row: SettingSection }) {
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

const [FIRST] = SHOWN_SECTIONS;

/** The address of export and import. */
const FILE = 'archivo';

const SECTION_LINKS = SHOWN_SECTIONS.map((section) => ({
  label: SECTION_SPECS[section].title,
  href:
    section === FIRST ? paths.dashboardSettings.getHref() : paths.dashboardSettingsSection.getHref(section),
  below: [paths.dashboardSettingsSection.getHref(SECTION_ADDRESSES[section])],
  end: true,
}));

const LINKS = [
  ...SECTION_LINKS,
  { label: texts.file.title, href: paths.dashboardSettingsSection.getHref(FILE), end: true },
];

/** 'Ajustes', for admins: the shop's own settings, a section at each address (CFG-30). */
export function SettingsPage() {
  useLiveSettings();
  const { section: wanted = FIRST } = useParams();
  const section = sectionAt(wanted);
  const { data, error, isFetching, refetch } = useQuery(settingSectionsQuery());
  const row = data?.find((one) => one.section === section);
  return (
    <div className={page.page}>
      <ScreenTitle>{texts.title}</ScreenTitle>
      <TabLinks label={texts.sections} links={LINKS} />
      {!data && !error && <Skeleton label={texts.loading} shape="card" count={3} />}
      {!data && error && (
        <ErrorState
          error={error}
          message={texts.loadFailed}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && !row && wanted !== FILE && (
        <EmptyState
          title={texts.unknown}
          actions={<LinkButton to={paths.dashboardSettings.getHref()}>{texts.toFirst}</LinkButton>}
        >
          {texts.unknownHint}
        </EmptyState>
      )}
      {data && wanted === FILE && (
        <>
          <ExportSettings rows={data} />
          <ImportSettings rows={data} />
        </>
      )}
      {section && row && (
        <Fragment key={section}>
          {section === 'messages' && <Connection />}
          <SectionCard section={section} row={row} />
          {section === 'messages' && (
            <>
              <TemplatePreviews version={row.version} />
              <MessageTest />
            </>
          )}
          <SectionHistory section={section} />
        </Fragment>
      )}
    </div>
  );
}
