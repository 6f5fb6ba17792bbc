import { useCallback, useState } from 'react';
import { may } from '@taller/shared/access/permissions.ts';
import Printer from 'lucide-react/icons/printer';
import { paths } from '@taller/shared/contract/paths.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import {
  QUEUE_PARTS,
  queueQuery,
  WORK_STEP,
  type QueuePart,
} from '@taller/shared/orders/work/work-queries.ts';
import { useLiveWork } from '@taller/shared/orders/work/use-live-work.ts';
import { canBeWorkedOn, type WorkOrder } from '@taller/shared/orders/work/work-order.ts';
import { useSession, type CurrentUser } from '@taller/shared/runtime';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { StaleNote } from '@taller/shared/ui/data-list.tsx';
import { Loaded } from '@taller/shared/ui/loaded.tsx';
import { ScreenTitle } from '@taller/shared/ui/screen-title.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { useAddressState } from '@taller/shared/ui/use-address-state.ts';
import { idField } from '@taller/shared/values/address-state.ts';
import { usePreloaded } from '#src/components/use-preloaded.ts';
import type { OrderTask, OrderTaskKind } from '../actions/order-task.ts';
import { OrderTaskDialog } from '../actions/order-task-dialog.tsx';
import { useChooseStatus } from '../actions/use-choose-status.ts';
import { useTechnicianChoices } from '../desk/filter-selects.tsx';
import { usePrefetchedDeskSettings } from '../suggestions/use-desk-settings.ts';
import { QueuePartList } from './queue-part.tsx';
import styles from './queue.module.css';
import { queueTexts as texts } from './texts.ts';
import { useReadMore } from './use-read-more.ts';
import { useTakeOrder } from './use-take-order.ts';

const FIELDS = { technicianId: idField('tecnico') };
const DIALOGS = [OrderTaskDialog];
const FIRST: Readonly<Record<QueuePart, number>> = { mine: WORK_STEP, free: WORK_STEP };

const partOf = ({ technician_id: technician }: WorkOrder): QueuePart =>
  technician === null ? 'free' : 'mine';

/** Selects the technician whose queue is shown, for people without assigned orders. */
function TechnicianSelect({ user }: { user: CurrentUser }) {
  const { state, change } = useAddressState(FIELDS);
  const choices = useTechnicianChoices(user.role, user.id);
  return (
    <Select
      className={styles.technician}
      label={texts.technician}
      hideLabel
      value={state.technicianId ?? ''}
      placeholder={texts.anyTechnician}
      onChange={(event) => change({ technicianId: event.target.value || null })}
      options={choices}
    />
  );
}

/** A technician's orders in the order in which to do them, and those that can be taken (TIME-30). */
function Queue({ user }: { user: CurrentUser }) {
  const repairs = may(user.role, 'orders.repair');
  const { technicianId } = useAddressState(FIELDS).state;
  const [most, setMost] = useState(FIRST);
  const [task, setTask] = usePersistedDialog<OrderTask>('cola');
  const client = useQueryClient();
  const asFar = (read: typeof FIRST) =>
    queueQuery({ technicianId: repairs ? null : technicianId, most: read });
  const queue = useQuery(asFar(most));
  const { isReading, readMore } = useReadMore(
    (more: typeof FIRST) => client.fetchQuery(asFar(more)),
    setMost,
    texts.loadFailed,
  );
  const { data } = queue;
  useLiveWork();
  usePreloaded(DIALOGS, data !== undefined);
  usePrefetchedDeskSettings(data !== undefined);
  const choose = useChooseStatus(setTask);
  const take = useTakeOrder(user.id);
  const openTask = useCallback(
    (kind: OrderTaskKind, order: WorkOrder) => setTask({ kind, order }),
    [setTask],
  );
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <div>
          <ScreenTitle>{repairs ? texts.mine : texts.everybody}</ScreenTitle>
          <p className={styles.faint}>{texts.intro}</p>
        </div>
        {!repairs && <TechnicianSelect user={user} />}
        <LinkButton
          to={paths.dayList.getHref()}
          target="_blank"
          size="sm"
          icon={<Printer aria-hidden="true" />}
        >
          {texts.dayList}
        </LinkButton>
      </header>
      <Loaded
        query={queue}
        message={failureText(queue.error, texts.loadFailed)}
        skeleton={
          <div className={styles.loading}>
            <Skeleton shape="rows" label={texts.loading} count={8} />
          </div>
        }
      >
        {({ orders, totals }) => (
          <>
            {queue.error && (
              <StaleNote query={queue} loadFailed={failureText(queue.error, texts.loadFailed)} />
            )}
            {QUEUE_PARTS.map((part) => (
              <QueuePartList
                key={part}
                part={part}
                isOwn={repairs}
                role={user.role}
                query={queue}
                // A change of this desk shows before the server has counted again.
                rows={orders.filter((order) => canBeWorkedOn(order) && partOf(order) === part)}
                total={totals[part]}
                loadingMore={isReading}
                onMore={() => readMore({ ...most, [part]: most[part] + WORK_STEP })}
                onTask={openTask}
                onChooseStatus={choose}
                {...(repairs && { onTake: take })}
              />
            ))}
            <p className={styles.shortcuts}>{texts.shortcuts(repairs)}</p>
          </>
        )}
      </Loaded>
      {task && <OrderTaskDialog task={task} onTask={setTask} onClose={() => setTask(null)} />}
    </div>
  );
}

/** /dashboard/cola for staff. */
export function QueuePage() {
  const { user } = useSession();
  return user && <Queue user={user} />;
}
