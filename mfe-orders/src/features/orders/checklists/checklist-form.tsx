import { useState } from 'react';
import { useController, useForm, type UseFormReturn } from 'react-hook-form';
import {
  mergeLists,
  pointsToTry,
  withTyped,
  type ChecklistMoment,
  type Lists,
  type Merged,
} from '@taller/shared/orders/checklists/checklist.ts';
import {
  orderChecklistsQuery,
  type OrderChecklists,
} from '@taller/shared/orders/checklists/checklist-queries.ts';
import {
  useSaveChecklistMutation,
  type SavedChecklist,
} from '@taller/shared/orders/checklists/save-checklist-mutation.ts';
import { equipmentLabel, toEquipmentType, type EquipmentType } from '@taller/shared/orders/equipment.ts';
import { orderSaveFailure } from '@taller/shared/orders/failure-text.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { readPersistedBase, usePersistedBase } from '@taller/shared/forms/persisted-base.ts';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { useQuery } from '@taller/shared/query';
import { toast } from '@taller/shared/runtime';
import { deskSettingsQuery, type DeskSettings } from '@taller/shared/settings/desk-settings-query.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import dialogs from '../actions/dialogs.module.css';
import type { TaskFormProps } from '../actions/task-form.ts';
import { AccessoryList } from './accessory-list.tsx';
import styles from './checklists.module.css';
import { PointList } from './point-list.tsx';
import { checklistFormTexts as texts } from './texts.ts';

/** The form for what works when the device comes in, and its accessories. */
export const ReceptionChecklistForm = (props: TaskFormProps<Order>) => (
  <ChecklistForm {...props} moment="reception" />
);

/** The form for what works when the device goes out, and its accessories. */
export const DeliveryChecklistForm = (props: TaskFormProps<Order>) => (
  <ChecklistForm {...props} moment="delivery" />
);

interface ChecklistFormProps extends TaskFormProps<Order> {
  moment: ChecklistMoment;
}

/** One of an order's checklists (REC-28): its points come from the shop's list, at delivery from the reception's. */
function ChecklistForm({ order, moment, onDone }: ChecklistFormProps) {
  const lists = useQuery({ ...orderChecklistsQuery(order.id), refetchOnMount: 'always' });
  const settings = useQuery(deskSettingsQuery());
  const failed = [lists, settings].find(({ data, error }) => error && !data);
  const isRead = lists.data && settings.data && (lists.isFetchedAfterMount || lists.isPaused);
  if (!isRead)
    return (
      <DialogBody>
        {failed ? (
          <ErrorState
            error={failed.error}
            message={texts.readFailed}
            onRetry={() => void failed.refetch()}
            retrying={failed.isFetching}
          />
        ) : (
          <Skeleton label={orderTexts.loading} count={4} />
        )}
      </DialogBody>
    );
  return (
    <LoadedForm order={order} moment={moment} stored={lists.data} settings={settings.data} onDone={onDone} />
  );
}

/** The values that a form opened with: the version, null for none, and the lists that its user has seen. */
interface Opened extends Lists {
  version: number | null;
  type: EquipmentType;
}

interface LoadedFormProps extends ChecklistFormProps {
  stored: OrderChecklists;
  settings: DeskSettings;
}

function openedWith({ order, moment, stored, settings }: Omit<LoadedFormProps, 'onDone'>): Opened {
  const own = stored[moment];
  if (own) return { ...own, type: own.equipment_type };
  const type = stored.reception?.equipment_type ?? toEquipmentType(order.equipment_type);
  const labels = stored.reception?.points.map(({ label }) => label) ?? settings.checkpoints[type];
  return { version: null, type, points: pointsToTry(labels), accessories: [] };
}

interface Values extends Lists {
  type: EquipmentType;
  /** Accessories that the shop's list does not have. */
  typed: string;
}

/** The form's fields, and what saves them: a list that somebody else saved meanwhile is put together with them. */
function useChecklist({ onDone, ...opening }: LoadedFormProps) {
  const { order, moment } = opening;
  const baseName = `revision.${moment}.${order.id}.leida`;
  const [base, setBase] = useState(
    () => (readPersistedBase(baseName) as Opened | null) ?? openedWith(opening),
  );
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null);
  const form = useForm<Values>({
    defaultValues: { type: base.type, points: base.points, accessories: base.accessories, typed: '' },
  });
  usePersistedBase(baseName, base, form.formState.isDirty);
  const { mutate, isPending, error } = useSaveChecklistMutation();
  const set = ({ points, accessories }: Lists) => {
    form.setValue('points', points, { shouldDirty: true });
    form.setValue('accessories', accessories, { shouldDirty: true });
  };
  const join = (theirs: SavedChecklist, mine: Lists) => {
    const { lists, clashes } = mergeLists(base, mine, theirs);
    setBase({ ...base, version: theirs.version, points: theirs.points, accessories: theirs.accessories });
    set(lists);
    setMeanwhile({ author: theirs.author, clashes });
  };
  const save = ({ type, points, accessories, typed }: Values) => {
    // In the form, so that a repetition after a lost answer sends the same ids.
    const mine = { points, accessories: withTyped(accessories, typed) };
    set(mine);
    form.setValue('typed', '');
    mutate(
      { orderId: order.id, moment, equipmentType: type, known: base.version, ...mine },
      {
        onSuccess: (saved) => {
          if (!saved.saved) return join(saved, mine);
          toast.success(texts.saved);
          onDone();
        },
        onError: (failure) => toast.error(withRequestCode(texts.failed, failure)),
      },
    );
  };
  return { form, isNew: base.version === null, meanwhile, isPending, error, submit: form.handleSubmit(save) };
}

function LoadedForm(props: LoadedFormProps) {
  const { order, moment, stored, settings } = props;
  const { form, isNew, meanwhile, isPending, error, submit } = useChecklist(props);
  const type = useController({ control: form.control, name: 'type' }).field;
  const points = useController({ control: form.control, name: 'points' }).field;
  const kind = toEquipmentType(order.equipment_type);
  return (
    <Form form={form} draft={`revision.${moment}.${order.id}`} enterGoesOn onSubmit={submit}>
      <DialogBody>
        <div className={dialogs.fields}>
          {error && <Banner tone="danger">{orderSaveFailure(error)}</Banner>}
          {meanwhile && <MeanwhileNote {...meanwhile} />}
          {type.value !== kind && moment === 'reception' && (
            <Banner tone="warning">
              <p>{texts.otherKind(equipmentLabel(kind))}</p>
              <Button
                size="sm"
                onClick={() => {
                  type.onChange(kind);
                  points.onChange(pointsToTry(settings.checkpoints[kind], points.value));
                }}
              >
                {texts.pointsOfKind(equipmentLabel(kind))}
              </Button>
            </Banner>
          )}
          {points.value.length === 0 ? (
            <p>{texts.noPoints(equipmentLabel(type.value))}</p>
          ) : (
            <PointList points={points.value} autoFocus={isNew} onChange={(next) => points.onChange(next)} />
          )}
          <Accessories
            form={form}
            moment={moment}
            offered={
              (moment === 'delivery' && stored.reception?.accessories) ||
              settings.accessories[type.value].map((label) => ({ label }))
            }
          />
        </div>
      </DialogBody>
      <SaveFooter label={texts.save} busyLabel={texts.saving} busy={isPending} />
    </Form>
  );
}

interface AccessoriesProps {
  form: UseFormReturn<Values>;
  moment: ChecklistMoment;
  offered: readonly { id?: string; label: string }[];
}

/** The accessories, from the shop's list or typed; at delivery those that go out again. */
function Accessories({ form, moment, offered }: AccessoriesProps) {
  const { value, onChange } = useController({ control: form.control, name: 'accessories' }).field;
  const isReception = moment === 'reception';
  if (!isReception && offered.length + value.length === 0) return null;
  return (
    <div className={styles.accessories}>
      <p className={styles.label}>{texts.accessories[moment]}</p>
      <AccessoryList
        label={texts.accessories[moment]}
        offered={offered}
        accessories={value}
        onChange={(next) => onChange(next)}
      />
      {isReception && (
        <TextField
          {...form.register('typed')}
          label={texts.otherAccessories}
          hint={texts.otherHint}
          maxLength={600}
          autoComplete="off"
        />
      )}
    </div>
  );
}

interface Meanwhile {
  author: string | null;
  clashes: Merged['clashes'];
}

/** Says who saved the list meanwhile, and shows the points on which both lists differ. */
function MeanwhileNote({ author, clashes }: Meanwhile) {
  return (
    <Banner tone="warning" alert>
      <strong>{texts.meanwhile(author)}</strong>
      <p>{texts.joined}</p>
      {clashes.map(({ label, mine, theirs }) => (
        <p key={label}>{texts.clash(label, theirs, mine)}</p>
      ))}
    </Banner>
  );
}
