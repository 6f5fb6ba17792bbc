import { useState } from 'react';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import { paths } from '@taller/shared/contract/paths.ts';
import { toastFailure } from '@taller/shared/orders/failure-text.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { useQuery } from '@taller/shared/query';
import { Link, toast } from '@taller/shared/runtime';
import { PartBadge } from '@taller/shared/stock/parts/part-badge.tsx';
import { useMovePartsMutation } from '@taller/shared/stock/parts/part-mutations.ts';
import {
  PART_WORKS,
  PARTS_PAGE_SIZE,
  shopPartsQuery,
  type PartsRequest,
  type RequestedPart,
} from '@taller/shared/stock/parts/part-queries.ts';
import { canStep, PART_STATES, type PartState } from '@taller/shared/stock/parts/part-state.ts';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { DataTable } from '@taller/shared/ui/data-table.tsx';
import { PageHeader } from '@taller/shared/ui/page-header.tsx';
import type { Column } from '@taller/shared/ui/table.tsx';
import { useAddressState } from '@taller/shared/ui/use-address-state.ts';
import { choiceField, idField, pageField, type AddressFields } from '@taller/shared/values/address-state.ts';
import { formatDate, shopDay } from '@taller/shared/values/dates.ts';
import { OrderPartsDialog } from './order-parts-dialog.tsx';
import { PartsToolbar } from './parts-toolbar.tsx';
import styles from './parts.module.css';
import { partsTexts as texts } from './texts.ts';

const FIELDS: AddressFields<PartsRequest> = {
  work: choiceField('ver', PART_WORKS, 'all'),
  supplierId: idField('proveedor'),
  page: pageField,
};

const nameOf = ({ quantity, description }: RequestedPart) => texts.times(quantity, description);

/** A part's details beside its name: available pieces and their place. */
function Part({ part }: { part: RequestedPart }) {
  const facts = [
    part.state === 'requested' && part.available !== null && texts.available(part.available),
    part.place && texts.place(part.place),
  ].filter(Boolean);
  return (
    <>
      <span>{nameOf(part)}</span>
      {facts.length > 0 && <span className={styles.muted}>{facts.join(' · ')}</span>}
    </>
  );
}

/** The state, and when it comes: marked once that day is over. */
function State({ part }: { part: RequestedPart }) {
  const { state, expected_on: day } = part;
  const [today] = useState(() => shopDay(new Date()));
  const isLate = state === 'ordered' && day !== null && day < today;
  return (
    <div className={styles.state}>
      <PartBadge state={state} />
      {isLate && (
        <Badge tone="danger" icon={<TriangleAlert aria-hidden="true" />}>
          {texts.late}
        </Badge>
      )}
      {state === 'ordered' && day !== null && (
        <span className={styles.muted}>
          {isLate ? texts.expectedBy : texts.expected} <span className={styles.day}>{formatDate(day)}</span>
        </span>
      )}
    </div>
  );
}

const FACTS: readonly Column<RequestedPart>[] = [
  {
    id: 'part',
    header: texts.part,
    width: 11,
    priority: 'high',
    plain: 'heading',
    cell: (part) => <Part part={part} />,
  },
  {
    id: 'order',
    header: texts.order,
    width: 7,
    priority: 'high',
    cell: (part) => (
      <>
        <Link className={styles.order} to={paths.orderView.getHref(part.order_id)} data-target>
          {formatOrderNumber(part.order_number)}
        </Link>
        {part.technician_name && (
          <span className={styles.muted}>{texts.technician(part.technician_name)}</span>
        )}
      </>
    ),
  },
  { id: 'state', header: texts.state, width: 9, priority: 'high', cell: (part) => <State part={part} /> },
  {
    id: 'supplier',
    header: texts.from,
    width: 8,
    cell: (part) =>
      part.supplier_name ??
      (part.usual_supplier ? <span className={styles.muted}>{texts.usual(part.usual_supplier)}</span> : '–'),
  },
];

interface ChosenBarProps {
  chosen: readonly RequestedPart[];
  onOrder: () => void;
  onClear: () => void;
}

/** The actions for the selected parts: the steps that each of them can take. */
function ChosenBar({ chosen, onOrder, onClear }: ChosenBarProps) {
  const { mutate, isPending } = useMovePartsMutation();
  if (chosen.length === 0) return <p className={styles.muted}>{texts.chooseHint}</p>;
  const can = (to: PartState) => chosen.every((part) => canStep(part.state, to));
  const move = (to: PartState) =>
    mutate(
      { parts: chosen, to },
      {
        onSuccess: (moved) => {
          toast.success(texts.moved(moved, PART_STATES[to]));
          onClear();
        },
        onError: (failure) => toastFailure(texts.failed, failure),
      },
    );
  return (
    <div className={styles.bar} role="group" aria-label={texts.chosen(chosen.length)}>
      <span>{texts.chosen(chosen.length)}</span>
      {can('ordered') && (
        <Button variant="primary" disabled={isPending} onClick={onOrder}>
          {texts.toOrder}
        </Button>
      )}
      {can('arrived') && (
        <Button loading={isPending} onClick={() => move('arrived')}>
          {texts.arrived}
        </Button>
      )}
      {can('sent_back') && (
        <Button loading={isPending} onClick={() => move('sent_back')}>
          {texts.sendBack}
        </Button>
      )}
      <Button variant="ghost" onClick={onClear}>
        {texts.clear}
      </Button>
    </div>
  );
}

/** The parts that all orders ask for: what is to be ordered, on its way, late, here and faulty (PART-11). */
export function PartsPage() {
  const { state: request, change } = useAddressState(FIELDS);
  const list = useQuery(shopPartsQuery(request));
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [ordering, setOrdering] = useState<readonly RequestedPart[] | null>(null);
  const rows = list.data?.rows;
  // A selected part of another page, or gone, is not seen: no action includes it.
  const chosen = rows?.filter(({ id }) => ids.has(id)) ?? [];
  const clear = () => setIds(new Set());
  const choose: Column<RequestedPart> = {
    id: 'choose',
    header: texts.choose,
    kind: 'actions',
    width: 4,
    cell: (part) => (
      <label className={styles.choose}>
        <input
          type="checkbox"
          aria-label={texts.chooseOne(nameOf(part), formatOrderNumber(part.order_number))}
          checked={ids.has(part.id)}
          onChange={({ target }) => {
            const next = new Set(ids);
            if (target.checked) next.add(part.id);
            else next.delete(part.id);
            setIds(next);
          }}
        />
      </label>
    ),
  };
  const isFiltered = request.work !== 'all' || request.supplierId !== null;
  return (
    <div className={styles.stack}>
      <PageHeader
        title={texts.title}
        back={{ href: paths.dashboardScreenOrders.getHref(), label: texts.back }}
      />
      <PartsToolbar request={request} onChange={change} />
      {(rows?.length ?? 0) > 0 && (
        <ChosenBar chosen={chosen} onOrder={() => setOrdering(chosen)} onClear={clear} />
      )}
      <DataTable
        label={texts.title}
        columns={[...FACTS, choose]}
        query={list}
        rows={rows}
        rowKey={(part) => part.id}
        loadFailed={texts.loadFailed}
        empty={{ title: texts.empty, hint: texts.emptyHint }}
        filtered={
          isFiltered && {
            title: texts.emptyFiltered,
            onClear: () => change({ work: 'all', supplierId: null }),
          }
        }
        pages={{
          label: texts.pages,
          page: request.page,
          pageSize: PARTS_PAGE_SIZE,
          total: list.data?.total ?? 0,
          onPageChange: (page) => change({ page }),
        }}
      />
      {ordering && (
        <OrderPartsDialog
          parts={ordering}
          onDone={() => {
            setOrdering(null);
            clear();
          }}
          onClose={() => setOrdering(null)}
        />
      )}
    </div>
  );
}
