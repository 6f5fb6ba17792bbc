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
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { formatDateTime } from '@taller/shared/values/dates.ts';
import { FieldChanges } from './field-changes.tsx';
import type { ShownSection } from './section-specs.ts';
import styles from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.history;

const nameOf = (change: SettingChange) => change.changed_by_name ?? settingsTexts.somebody;

/** Lists a section's changes, each with its author and time, and a button to undo it (CFG-33). */
export function SectionHistory({ section }: { section: ShownSection }) {
  const history = useQuery(settingHistoryQuery(section));
  const [asked, setAsked] = useState<SettingChange | null>(null);
  return (
    <Card title={texts.title}>
      <DataTable
        label={texts.title}
        columns={columnsOf(section, setAsked)}
        query={history}
        rows={history.data}
        rowKey={(change) => change.id}
        loadFailed={texts.loadFailed}
        skeleton={{ rows: 3, label: texts.loading }}
        empty={{ title: texts.initial }}
      />
      {asked && <UndoDialog change={asked} onClose={() => setAsked(null)} />}
    </Card>
  );
}

/** The changed fields, each before and after, take the room that the other columns leave. */
const columnsOf = (
  section: ShownSection,
  onUndo: (change: SettingChange) => void,
): readonly Column<SettingChange>[] => [
  {
    id: 'by',
    header: texts.by,
    cell: (change) => (change.before ? nameOf(change) : texts.installed),
  },
  {
    id: 'at',
    header: texts.at,
    kind: 'fact',
    width: 8.5,
    cell: ({ changed_at: moment }) => <time dateTime={moment}>{formatDateTime(moment)}</time>,
  },
  {
    id: 'what',
    header: texts.what,
    width: 14,
    plain: true,
    cell: ({ before, after, undoes }) => (
      <>
        {undoes !== null && <p className={styles.muted}>{texts.undid}</p>}
        {!before && <p className={styles.muted}>{texts.initial}</p>}
        {before && <FieldChanges section={section} changes={changesBetween(before, after)} />}
      </>
    ),
  },
  {
    id: 'actions',
    header: texts.actions,
    kind: 'actions',
    width: 7,
    cell: (change) =>
      change.before && (
        <Button
          size="sm"
          variant="ghost"
          icon={<Undo2 aria-hidden="true" />}
          aria-label={texts.undoOf(nameOf(change), formatDateTime(change.changed_at))}
          onClick={() => onUndo(change)}
        >
          {texts.undo}
        </Button>
      ),
  },
];

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
