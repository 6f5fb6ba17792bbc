import { useState } from 'react';
import { toast } from '@taller/shared/runtime';
import { useQuery } from '@taller/shared/query';
import type { SitePreview } from '@taller/shared/system-status/site-control.ts';
import { siteBuildsQuery } from '@taller/shared/system-status/site-queries.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { buildLabel } from '#src/features/system-status/build-figures.ts';
import { Command } from '#src/features/system-status/command.tsx';
import { ClosePreviewDialog } from '#src/features/system-status/site-dialog.tsx';
import { statusTexts } from '#src/features/system-status/texts.ts';
import styles from './browser-cards.module.css';

const texts = statusTexts.site;
const COMMANDS = {
  publish: 'npm run publish-remote -- mfe-… --site CARPETA --preview',
  list: 'npm run site-status -- --site CARPETA',
};

async function copyLink(path: string) {
  try {
    await navigator.clipboard.writeText(location.origin + path);
    toast.success(texts.copied);
  } catch {
    toast.error(texts.notCopied);
  }
}

interface PreviewProps {
  preview: SitePreview;
  onClose: () => void;
}

function Preview({ preview, onClose }: PreviewProps) {
  const name = buildLabel(preview);
  return (
    <li className={styles.preview}>
      <p>
        <a data-target href={preview.path} target="_blank" rel="noopener noreferrer">
          {name}
        </a>{' '}
        <span className={styles.when}>{texts.expires(formatDateTime(preview.expiresAt))}</span>
      </p>
      <Button size="sm" aria-label={texts.copyOf(name)} onClick={() => void copyLink(preview.path)}>
        {texts.copy}
      </Button>
      <Button size="sm" variant="ghost" aria-label={texts.closeOf(name)} onClick={onClose}>
        {texts.close}
      </Button>
    </li>
  );
}

/** The builds that only those with a link see: open, copy and close them (SHELL-87). */
export function PreviewList() {
  const site = useQuery(siteBuildsQuery());
  const [closing, setClosing] = useState<SitePreview | null>(null);
  return (
    <Card title={texts.previews}>
      <p className={styles.description}>{texts.previewsText}</p>
      <Loaded
        query={site}
        message={texts.loadFailed}
        skeleton={<Skeleton label={texts.loading} shape="rows" count={2} />}
      >
        {(found) =>
          found && found.previews.length > 0 ? (
            <ul className={styles.previews}>
              {found.previews.map((preview) => (
                <Preview key={preview.path} preview={preview} onClose={() => setClosing(preview)} />
              ))}
            </ul>
          ) : (
            <p className={styles.foot}>
              {found ? texts.noPreviews : texts.elsewhere}{' '}
              <Command>{found ? COMMANDS.publish : COMMANDS.list}</Command>
            </p>
          )
        }
      </Loaded>
      {closing && <ClosePreviewDialog preview={closing} onClose={() => setClosing(null)} />}
    </Card>
  );
}
