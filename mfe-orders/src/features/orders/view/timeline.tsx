import { useState } from 'react';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Camera from 'lucide-react/icons/camera';
import CameraOff from 'lucide-react/icons/camera-off';
import CircleDot from 'lucide-react/icons/circle-dot';
import CirclePause from 'lucide-react/icons/circle-pause';
import CirclePlay from 'lucide-react/icons/circle-play';
import Download from 'lucide-react/icons/download';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import FilePlus from 'lucide-react/icons/file-plus';
import Images from 'lucide-react/icons/images';
import KeyRound from 'lucide-react/icons/key-round';
import MapPin from 'lucide-react/icons/map-pin';
import MessageCircle from 'lucide-react/icons/message-circle';
import PenLine from 'lucide-react/icons/pen-line';
import Pencil from 'lucide-react/icons/pencil';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Trash2 from 'lucide-react/icons/trash';
import UserCheck from 'lucide-react/icons/user-check';
import type { LucideIcon } from 'lucide-react';
import { timelineQuery, type OrderEvent, type OrderEventKind } from '@taller/shared/orders/timeline-query.ts';
import { formatDateTime, formatRelative } from '@taller/shared/values/dates.ts';
import { useQuery } from '@taller/shared/query';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';
import { orderViewTexts as texts } from '#src/features/orders/view/texts.ts';
import { describeChanges } from '../shared/describe-change.ts';
import { usePeople } from '../shared/use-people.ts';
import styles from './timeline.module.css';

const ICONS: Readonly<Record<OrderEventKind, LucideIcon>> = {
  created: FilePlus,
  imported: Download,
  status: RefreshCw,
  edited: Pencil,
  deleted: Trash2,
  code_viewed: Eye,
  code_added: KeyRound,
  code_replaced: KeyRound,
  code_removed: KeyRound,
  code_erased: KeyRound,
  anonymized: EyeOff,
  decision: UserCheck,
  message: MessageCircle,
  wait_started: CirclePause,
  wait_changed: CirclePause,
  wait_ended: CirclePlay,
  promised: CalendarClock,
  photo_added: Camera,
  photos_sent: Images,
  photo_removed: CameraOff,
  moved: MapPin,
  device_checked: ShieldCheck,
  signed: PenLine,
};

/** How many of the newest entries are shown at first. */
const SHOWN = 10;

interface TimelineProps {
  orderId: string;
  /** How many of the newest entries are shown at first. */
  shown?: number;
}

/** The order's history (ORD-17), newest first; of a long one the newest entries, and the rest on demand. */
export function Timeline({ orderId, shown = SHOWN }: TimelineProps) {
  const { data, error, refetch, isFetching } = useQuery(timelineQuery(orderId));
  const people = usePeople();
  const [isWhole, setIsWhole] = useState(false);
  const hidden = isWhole ? 0 : Math.max(0, (data?.length ?? 0) - shown);
  return (
    <Card title={texts.timeline}>
      {error && !data && (
        <ErrorState
          error={error}
          message={texts.timelineError}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !error && <Skeleton label={orderTexts.loading} />}
      {data?.length === 0 && <p className={styles.empty}>{texts.timelineEmpty}</p>}
      {data && data.length > 0 && (
        <ol className={styles.events}>
          {data.slice(0, data.length - hidden).map((event) => (
            <Entry key={event.id} event={event} people={people} />
          ))}
        </ol>
      )}
      {hidden > 0 && (
        <Button size="sm" variant="ghost" className={styles.earlier} onClick={() => setIsWhole(true)}>
          {texts.timelineEarlier(hidden)}
        </Button>
      )}
    </Card>
  );
}

function Entry({ event, people }: { event: OrderEvent; people: ReadonlyMap<string, string> }) {
  const Icon = Object.hasOwn(ICONS, event.kind) ? ICONS[event.kind] : CircleDot;
  // Customers choose their own name, which may equal that of a member of the staff.
  const name =
    event.actor_name && event.actor_role === 'customer'
      ? texts.asCustomer(event.actor_name)
      : event.actor_name;
  const actor =
    name ?? (event.kind === 'decision' || event.kind === 'signed' ? texts.byCustomer : texts.bySystem);
  return (
    <li className={styles.event}>
      <span className={styles.icon}>
        <Icon aria-hidden="true" />
      </span>
      <div className={styles.what}>
        <p className={styles.heading}>
          <span>
            <strong>{texts.events[event.kind]}</strong> · {actor}
          </span>
          <time className={styles.time} dateTime={event.created_at} title={formatDateTime(event.created_at)}>
            {formatRelative(event.created_at)}
          </time>
        </p>
        {describeChanges(event.changes, people).map((line) => (
          <p key={line} className={styles.change}>
            {line}
          </p>
        ))}
      </div>
    </li>
  );
}
