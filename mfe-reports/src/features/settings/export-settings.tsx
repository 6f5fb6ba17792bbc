import Download from 'lucide-react/icons/download';
import { writeSettingsFile } from '@taller/shared/settings/settings-file.ts';
import type { SettingSection } from '@taller/shared/settings/setting-sections-query.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { saveFile } from '@taller/shared/ui/save-file.ts';
import { shopDay } from '@taller/shared/values/dates.ts';
import styles from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.file;

/** All settings as one file (CFG-34). */
export function ExportSettings({ rows }: { rows: readonly SettingSection[] }) {
  return (
    <Card title={texts.exportTitle}>
      <div className={styles.form}>
        <p className={styles.muted}>{texts.exportText}</p>
        <div>
          <Button
            icon={<Download aria-hidden="true" />}
            onClick={() =>
              saveFile(`ajustes-${shopDay(new Date())}.json`, writeSettingsFile(rows), 'application/json')
            }
          >
            {texts.export}
          </Button>
        </div>
      </div>
    </Card>
  );
}
