import Download from 'lucide-react/icons/download';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { useMutation } from '@taller/shared/query';
import { writeSettingsFile } from '@taller/shared/settings/settings-file.ts';
import type { SettingSection } from '@taller/shared/settings/setting-sections-query.ts';
import { fetchShopImage } from '@taller/shared/settings/shop-image-query.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { saveFile } from '@taller/shared/ui/save-file.ts';
import { shopDay } from '@taller/shared/values/dates.ts';
import type { Logo } from '@taller/shared/values/logo.ts';
import styles from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.file;

/** The settings as one file, with the image of the logo. */
async function download(rows: readonly SettingSection[]): Promise<void> {
  const logo = rows.find(({ section }) => section === 'look')?.value.logo as Logo | null | undefined;
  const image = logo && (await fetchShopImage(logo.hash));
  const text = writeSettingsFile(rows, logo && image ? { [logo.hash]: image.content } : {});
  saveFile(`ajustes-${shopDay(new Date())}.json`, text, 'application/json');
}

/** All settings as one file (CFG-34). */
export function ExportSettings({ rows }: { rows: readonly SettingSection[] }) {
  const { mutate, isPending, error } = useMutation({ mutationFn: download });
  return (
    <Card title={texts.exportTitle}>
      <div className={styles.form}>
        <p className={styles.muted}>{texts.exportText}</p>
        {error && (
          <Banner tone="danger">
            {failureText(error, { offline: texts.exportOffline, otherwise: texts.exportFailed })}
          </Banner>
        )}
        <div>
          <Button icon={<Download aria-hidden="true" />} loading={isPending} onClick={() => mutate(rows)}>
            {texts.export}
          </Button>
        </div>
      </div>
    </Card>
  );
}
