import { useState } from 'react';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { useQueryClient } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { useImportSectionsMutation } from '@taller/shared/settings/import-sections-mutation.ts';
import { settingKeys } from '@taller/shared/settings/keys.ts';
import { changesBetween } from '@taller/shared/settings/merge-values.ts';
import { readSettingsFile, withoutNewSvg, type SettingsFile } from '@taller/shared/settings/settings-file.ts';
import type { SettingSection } from '@taller/shared/settings/setting-sections-query.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { FileField } from '@taller/shared/ui/file-field.tsx';
import type { Logo } from '@taller/shared/values/logo.ts';
import { FieldChanges } from './field-changes.tsx';
import { fieldLabel, sectionTitle } from './section-specs.ts';
import list from './list.module.css';
import styles from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.file;
/** More than all sections at their longest. */
const MOST_BYTES = 1_500_000;

const readChosen = async (file: File): Promise<SettingsFile | null> =>
  file.size > MOST_BYTES ? null : readSettingsFile(await file.text());

/** Sections of the file that differ from the present ones, with what would change. */
const changedSections = (rows: readonly SettingSection[], file: SettingsFile) =>
  rows.flatMap((row) => {
    const value = (file.sections as Partial<Record<string, SettingSection['value']>>)[row.section];
    const changes = value ? changesBetween(row.value, value) : [];
    return value && changes.length > 0 ? [{ row, value, changes }] : [];
  });

/** Lists the values of a file that cannot be imported, each with its place. */
function FileFaults({ file: { faults } }: { file: SettingsFile }) {
  if (faults.length === 0) return null;
  return (
    <Banner tone="warning" alert>
      <p>{texts.faults}</p>
      <ul>
        {faults.map(({ section, path, message }) => (
          <li key={`${section}.${path}.${message}`}>
            {`${path ? `${sectionTitle(section)} · ${fieldLabel(section, path)}` : sectionTitle(section)}: ${message}`}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** Takes a file of settings: shows what would change, and changes it with another press (CFG-34). */
export function ImportSettings({ rows }: { rows: readonly SettingSection[] }) {
  const [file, setFile] = useState<SettingsFile | null>(null);
  const [chosen, setChosen] = useState<string>();
  const take = useImportSectionsMutation();
  const changed = file ? changedSections(rows, file) : [];
  const client = useQueryClient();

  /** Shows the changes with the file's own image, which is not stored before the import. */
  const showImages = ({ sections, images }: SettingsFile) => {
    const logo = sections.look?.logo as Logo | null | undefined;
    const content = logo && images[logo.hash];
    if (content) client.setQueryData(settingKeys.image(logo.hash), { type: logo.type, content });
  };

  const choose = async (picked: File) => {
    const given = await readChosen(picked);
    const read = given && withoutNewSvg(given, rows);
    take.reset();
    if (read) showImages(read);
    setFile(read);
    setChosen(picked.name);
  };

  return (
    <Card title={texts.importTitle}>
      <div className={styles.form}>
        <p className={styles.muted}>{texts.importText}</p>
        <FileField
          accept="application/json,.json"
          label={texts.choose}
          chosen={chosen}
          error={chosen !== undefined && !file ? texts.unreadable : undefined}
          onChoose={(picked) => void choose(picked)}
        />
        {file && <FileFaults file={file} />}
        {file && changed.length === 0 && <p>{texts.same}</p>}
        {changed.map(({ row, changes }) => (
          <section key={row.section} className={list.list} aria-label={sectionTitle(row.section)}>
            <h3 className={list.title}>{sectionTitle(row.section)}</h3>
            <FieldChanges section={row.section} changes={changes} />
          </section>
        ))}
        {take.error && changed.length > 0 && (
          <Banner tone="danger">
            {failureText(
              take.error,
              {
                offline: settingsTexts.offline,
                forbidden: settingsTexts.denied,
                conflict: texts.conflict,
                otherwise: texts.failed,
              },
              ['invalid'],
            )}
          </Banner>
        )}
        {changed.length > 0 && (
          <div>
            <Button
              variant="primary"
              loading={take.isPending}
              loadingText={settingsTexts.saving}
              onClick={() =>
                take.mutate(
                  {
                    sections: changed.map(({ row, value }) => ({
                      section: row.section,
                      value,
                      version: row.version,
                    })),
                    images: file?.images ?? {},
                  },
                  { onSuccess: () => toast.success(texts.done) },
                )
              }
            >
              {texts.apply(changed.length)}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}
