import { useState } from 'react';
import Undo2 from 'lucide-react/icons/undo-2';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { changesBetween } from '@taller/shared/settings/merge-values.ts';
import { settingHistoryQuery, type SettingChange } from '@taller/shared/settings/setting-history-query.ts';
import { useUndoChangeMutation } from '@taller/shared/settings/undo-change-mutation.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { FieldChanges } from './field-changes.tsx';
import type { ShownSection } from './section-specs.ts';
import styles from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.history;

const nameOf = (change: SettingChange) => change.changed_by_name ?? settingsTexts.somebody;

/** Lists a section's changes, each with its author and time, and a button to undo it (CFG-33). */
export function SectionHistory({ section }: { section: ShownSection }) {
  const { data, error, isFetching, refetch } = useQuery(settingHistoryQuery(section));
  const [asked, setAsked] = useState<SettingChange | null>(null);
  return (
    <Card title={texts.title}>
      {!data && !error && <Skeleton label={texts.loading} shape="rows" count={3} />}
      {!data && error && (
        <ErrorState
          error={error}
          message={texts.loadFailed}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && (
        <ol className={styles.history}>
          {data.map((change) => (
            <Entry key={change.id} section={section} change={change} onUndo={() => setAsked(change)} />
          ))}
        </ol>
      )}
      {asked && <UndoDialog change={asked} onClose={() => setAsked(null)} />}
    </Card>
  );
}

interface EntryProps {
  section: ShownSection;
  change: SettingChange;
  onUndo: () => void;
}

function Entry({ section, change, onUndo }: EntryProps) {
  const moment = formatDateTime(change.changed_at);
  if (!change.before) {
    return (
      <li className={styles.entry}>
        <p className={styles.muted}>{texts.initial}</p>
      </li>
    );
  }
  return (
    <li className={styles.entry}>
      <div className={styles.entryHead}>
        <p>
          <strong>{nameOf(change)}</strong> <time dateTime={change.changed_at}>{moment}</time>
          {change.undoes !== null && <span className={styles.muted}> · {texts.undid}</span>}
        </p>
        <Button
          size="sm"
          variant="ghost"
          icon={<Undo2 aria-hidden="true" />}
          aria-label={texts.undoOf(nameOf(change), moment)}
          onClick={onUndo}
        >
          {texts.undo}
        </Button>
      </div>
      <FieldChanges section={section} changes={changesBetween(change.before, change.after)} />
    </li>
  );
}

function UndoDialog({ change, onClose }: { change: SettingChange; onClose: () => void }) {
  const undo = useUndoChangeMutation();
  const failure = {
    offline: settingsTexts.offline,
    forbidden: settingsTexts.denied,
    otherwise: texts.undoFailed,
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={texts.undoTitle}
      description={texts.undoText}
      confirmLabel={texts.undo}
      loading={undo.isPending}
      error={undo.error ? failureText(undo.error, failure, ['invalid', 'not-found']) : undefined}
      onConfirm={() =>
        undo.mutate(change.id, {
          onSuccess: () => {
            toast.success(texts.undone);
            onClose();
          },
        })
      }
    />
  );
}
