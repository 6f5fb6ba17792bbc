import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { toast } from '@taller/shared/runtime';
import { useChangeSiteMutation } from '@taller/shared/system-status/change-site-mutation.ts';
import type {
  BackStep,
  SiteChange,
  SiteChanged,
  SitePreview,
} from '@taller/shared/system-status/site-control.ts';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { backText } from '#src/features/system-status/back-text.ts';
import { buildLabel, shortBuild } from '#src/features/system-status/build-figures.ts';
import { statusTexts } from '#src/features/system-status/texts.ts';

const texts = statusTexts.site;

interface SiteDialogProps {
  title: string;
  description: string;
  confirmLabel: string;
  change: SiteChange;
  doneText: (done: Extract<SiteChanged, { done: true }>) => string;
  onClose: () => void;
}

function SiteDialog({ title, description, confirmLabel, change, doneText, onClose }: SiteDialogProps) {
  const asking = useChangeSiteMutation();
  const { data } = asking;
  const refused = data && !data.done ? data.why : undefined;
  const failed = asking.error
    ? failureText(asking.error, { offline: texts.noAnswer, otherwise: texts.unknownEnd })
    : undefined;
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      loading={asking.isPending}
      error={failed ?? refused}
      onConfirm={() =>
        asking.mutate(change, {
          onSuccess: (outcome) => {
            if (!outcome.done) return;
            toast.success(doneText(outcome));
            onClose();
          },
        })
      }
    />
  );
}

/** Asks before a part of the site goes back to its previous build, and does it (SHELL-88). */
export function BackDialog({ step, onClose }: { step: BackStep; onClose: () => void }) {
  const { part, from, to } = step;
  const [old, next] = [shortBuild(from), shortBuild(to)];
  return (
    <SiteDialog
      title={texts.backTitle(part, next)}
      description={texts.backText(old, next, part === 'shell')}
      confirmLabel={texts.back}
      change={{ action: 'back', part, from, to }}
      doneText={(done) => backText(step, done)}
      onClose={onClose}
    />
  );
}

/** Asks before a preview is closed for everybody who has its link, and does it (SHELL-87). */
export function ClosePreviewDialog({ preview, onClose }: { preview: SitePreview; onClose: () => void }) {
  const { remote, build } = preview;
  return (
    <SiteDialog
      title={texts.closeTitle(buildLabel(preview))}
      description={texts.closeText}
      confirmLabel={texts.close}
      change={{ action: 'close-preview', part: remote, build }}
      doneText={() => texts.closed}
      onClose={onClose}
    />
  );
}
