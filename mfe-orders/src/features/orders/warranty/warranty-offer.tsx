import { useEffect, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { toEquipmentType } from '@taller/shared/orders/equipment.ts';
import { knownCustomerQuery, type CustomerClue } from '@taller/shared/orders/order-form-queries.ts';
import { orderQuery, type Order } from '@taller/shared/orders/order-queries.ts';
import type { OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { isClosedStatus } from '@taller/shared/orders/status/order-status.ts';
import {
  warrantiesQuery,
  type RunningWarranty,
  type WarrantyClues,
} from '@taller/shared/orders/warranty/warranties-query.ts';
import { useQuery } from '@taller/shared/query';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { isRunning } from '@taller/shared/orders/warranty.ts';
import { formatDate } from '@taller/shared/values/dates.ts';
import { fillIn, focusNextRequired } from '../form/fill-in.ts';
import type { OrderFormControls } from '../form/order-form-values.ts';
import {
  customerClue,
  NO_CLUES,
  useCustomerClues,
  wholeIdentity,
  wholePhone,
  type CustomerClues,
} from '../form/use-customer-clues.ts';
import { warrantyTexts as texts } from './texts.ts';
import { useAltKeys } from './use-alt-keys.ts';
import styles from './warranty-offer.module.css';

type CustomerColumns = Pick<Order, 'customer_name' | 'customer_rut' | 'customer_phone' | 'customer_address'>;

const NOBODY: CustomerClue = { by: 'rut', value: '' };

/** A shorter one is still being typed. */
const SHORTEST_IMEI = 6;

const cluesOf = ({ rut, phone, imei }: CustomerClues): WarrantyClues => ({
  rut: wholeIdentity(rut),
  phone: wholePhone(phone),
  imei: imei.trim().length < SHORTEST_IMEI ? '' : imei.trim(),
});

const CLUES = ['rut', 'phone', 'imei'] as const;

/** Whether all that was looked for still stands: more may have been typed since. */
const stillStands = (looked: WarrantyClues, now: WarrantyClues) =>
  CLUES.every((clue) => looked[clue] === '' || looked[clue] === now[clue]);

const DEVICE = ['brand', 'model', 'imei'] as const;
const sameText = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** The form's values for a return: no price, and in empty fields the known customer, device and work. */
function valuesOf(
  warranty: RunningWarranty,
  customer: CustomerColumns | null | undefined,
  form: OrderFormInput,
): Partial<OrderFormInput> {
  const known = {
    customerName: customer?.customer_name ?? '',
    customerRut: customer?.customer_rut ?? '',
    customerPhone: customer?.customer_phone ?? '',
    customerAddress: customer?.customer_address ?? '',
    brand: warranty.equipment_brand,
    model: warranty.equipment_model,
    imei: warranty.imei ?? '',
    technicalWork: texts.work(warranty.order_number, warranty.technical_work),
    technicianId: warranty.technician_id ?? '',
  };
  // A device that was typed and is another one is not mixed with this one.
  const isOther = DEVICE.some((field) => form[field].trim() !== '' && !sameText(form[field], known[field]));
  const missing = Object.entries(known).filter(
    ([field, value]) =>
      value !== '' &&
      form[field as keyof typeof known].trim() === '' &&
      !(isOther && DEVICE.some((each) => each === field)),
  );
  const hasDevice = isOther || form.brand.trim() !== '' || form.model.trim() !== '';
  return {
    ...Object.fromEntries(missing),
    ...(!hasDevice && { equipmentType: toEquipmentType(warranty.equipment_type) }),
    warranty_of: warranty.order_number,
    not_warranty: false,
    quote: 0,
  };
}

/** The values that a choice entered, and those before. */
interface Entered {
  values: Partial<OrderFormInput>;
  before: Partial<OrderFormInput>;
}

/** Chooses whether the order is a return, and takes the choice back with all that it entered and nobody changed. */
function useWarrantyChoice(form: OrderFormControls) {
  const [entered, setEntered] = useState<Entered | null>(null);
  const backValues = (): Partial<OrderFormInput> => {
    if (!entered) return {};
    const now = form.getValues();
    const fields = (Object.keys(entered.values) as (keyof OrderFormInput)[]).filter(
      (field) => now[field] === entered.values[field],
    );
    return Object.fromEntries(fields.map((field) => [field, entered.before[field]]));
  };
  const put = (values: Partial<OrderFormInput>, next: Entered | null) => {
    setEntered(next);
    fillIn(form, values);
    focusNextRequired(form);
  };
  return {
    choose: (warranty: RunningWarranty, customer: CustomerColumns | null | undefined) => {
      const back = backValues();
      const before = { ...form.getValues(), ...back };
      const values = valuesOf(warranty, customer, before);
      put({ ...back, ...values }, { values, before });
    },
    /** Without moving on: somebody types. */
    drop: () => {
      setEntered(null);
      fillIn(form, { ...backValues(), warranty_of: null, not_warranty: false });
    },
    decline: () => put({ ...backValues(), warranty_of: null, not_warranty: true }, null),
    undo: () => put({ ...backValues(), warranty_of: null, not_warranty: false }, null),
  };
}

interface WarrantyOfferProps {
  form: OrderFormControls;
  /** The order that is edited; undefined for a new one. */
  order?: Order | undefined;
}

interface PlacedOfferProps extends WarrantyOfferProps {
  /** The element that holds the offer if only the device's IMEI found it. */
  belowImei?: HTMLElement | null;
}

/** The warranties that run for what the form says, and may be the order's. */
function useRunningWarranties({ form, order }: WarrantyOfferProps) {
  const { typed, settled } = useCustomerClues(form);
  const name = useWatch({ control: form.control, name: 'customerName' });
  // Nothing becomes a return without work left, or with a quote.
  const isOver = order !== undefined && (isClosedStatus(order.status) || order.status === 'quoted');
  const clues = cluesOf(isOver ? NO_CLUES : settled);
  const query = useQuery({
    ...warrantiesQuery(clues, order?.created_at),
    // The warranties found by the RUT stay while more is typed: their buttons keep their place.
    placeholderData: (before, asked) => (asked && stillStands(asked.queryKey[3], clues) ? before : undefined),
  });
  const found = stillStands(clues, cluesOf(typed)) ? (query.data ?? []) : [];
  // The device's last customer, while no customer is typed.
  const isNobodys = [name, typed.rut, typed.phone].every((text) => text.trim() === '');
  const own = found.filter((each) => isNobodys || each.same_customer);
  const isRead =
    CLUES.every((clue) => typed[clue] === settled[clue]) &&
    !query.isPlaceholderData &&
    (query.isSuccess || CLUES.every((clue) => clues[clue] === ''));
  return { found, own, clues, settled, isRead };
}

/**
 * Drops an answer that was given for another customer or device: no warranty that it was about is found any more. One
 * that ends meanwhile stays chosen: the server says so when the order is sent.
 */
function useAnswerOf(
  { found, own, clues, isRead }: ReturnType<typeof useRunningWarranties>,
  form: OrderFormControls,
  drop: () => void,
) {
  const [chosen, isNone] = useWatch({ control: form.control, name: ['warranty_of', 'not_warranty'] });
  const seen = useRef<{ numbers: readonly number[]; clues: WarrantyClues }>({ numbers: [], clues });
  useEffect(() => {
    if (!isRead) return;
    const numbers = own.map(({ order_number: number }) => number);
    const about = seen.current.numbers.filter((number) => chosen === null || number === chosen);
    const isGone = about.length > 0 && !about.some((number) => numbers.includes(number));
    if ((chosen !== null || isNone) && isGone) {
      const isAnothers = found.some(({ order_number: number }) => about.includes(number));
      if (!isAnothers && stillStands(seen.current.clues, clues)) return;
      drop();
    }
    seen.current = { numbers, clues };
  });
  return [chosen, isNone] as const;
}

/** Brings what an IMEI found into sight, below its field. */
function useSight(element: RefObject<HTMLElement | null>, isShown: boolean) {
  useEffect(() => {
    if (isShown) element.current?.scrollIntoView({ block: 'nearest' });
  }, [element, isShown]);
}

/** Says that the IMEI is of another customer's device: without a button, since the server refuses it (WARR-07). */
export function OtherCustomersWarranty(props: WarrantyOfferProps) {
  const { found, own, clues } = useRunningWarranties(props);
  const element = useRef<HTMLDivElement>(null);
  const [first] = own.length > 0 ? [] : found;
  useSight(element, first !== undefined);
  if (!first) return null;
  return (
    <div ref={element} className={styles.offer}>
      <Banner tone="warning" alert>
        <Line warranty={first} />
        <span>{texts.ofSomebodyElse(first.customer_name, clues.rut !== '' || clues.phone !== '')}</span>
      </Banner>
    </div>
  );
}

/**
 * 'En garantía hasta el 30-11-2026 · orden #006400': one key makes the order a return, another says that it is none
 * (WARR-01 to WARR-03).
 */
export function WarrantyOffer({ form, order, belowImei = null }: PlacedOfferProps) {
  const element = useRef<HTMLDivElement>(null);
  const running = useRunningWarranties({ form, order });
  const { found, own, clues, settled } = running;
  const best = own.find(({ imei }) => imei !== null && imei === clues.imei) ?? own[0];
  useSight(element, best?.same_customer === false);
  const clue = customerClue(settled);
  const { data: customer } = useQuery({
    ...knownCustomerQuery(clue ?? NOBODY),
    enabled: !order && best !== undefined && clue !== null,
  });
  // The device's own order says who brought it before.
  const { data: before } = useQuery({
    ...orderQuery(best?.id ?? ''),
    enabled: !order && best?.same_customer === false,
  });
  const { choose, decline, undo, drop } = useWarrantyChoice(form);
  const [chosen, isNone] = useAnswerOf(running, form, drop);
  const chooseKnown = (warranty: RunningWarranty) =>
    choose(warranty, warranty.same_customer ? customer : before);
  useAltKeys(element, best ? { G: () => chooseKnown(best), X: decline } : {});
  const undoButton = (
    <Button size="sm" onClick={undo}>
      {texts.undo}
    </Button>
  );
  const chosenOne = found.find(({ order_number: number }) => number === chosen);
  const shown = (
    <div
      ref={element}
      className={styles.offer}
      hidden={!chosen && !best}
      data-open={(!chosen && !isNone) || undefined}
    >
      {chosen ? (
        <Banner tone="success" alert action={undoButton}>
          <strong>{texts.repair}</strong> <span>{texts.isReturn(chosen)}</span>
          {chosenOne && <span className={styles.work}>{chosenOne.technical_work}</span>}
        </Banner>
      ) : !best ? null : isNone ? (
        <Banner tone="neutral" alert action={undoButton}>
          <strong>{texts.isNone}</strong>
          <Line warranty={best} declined />
        </Banner>
      ) : (
        <Offer
          best={best}
          others={own.filter((each) => each !== best)}
          onChoose={chooseKnown}
          onDecline={decline}
        />
      )}
    </div>
  );
  return best?.same_customer === false && belowImei ? createPortal(shown, belowImei) : shown;
}

/** 'En garantía hasta el 30-11-2026', or which of both dates runs until when, and which is over. */
function untilWords({ work_end: work, parts_end: parts }: RunningWarranty): string {
  if (work === parts && work) return texts.until(formatDate(work));
  const each = [
    work && (isRunning(work) ? texts.workUntil : texts.workEnded)(formatDate(work)),
    parts && (isRunning(parts) ? texts.partsUntil : texts.partsEnded)(formatDate(parts)),
  ];
  return texts.untilEach(each.filter(Boolean).join(', '));
}

/** One warranty in a line, in regular weight once it was declined. */
function Line({ warranty, declined = false }: { warranty: RunningWarranty; declined?: boolean }) {
  const { order_number: number, technician_name: technician, returns } = warranty;
  const until = untilWords(warranty);
  const facts = [
    texts.order(number),
    ...(technician ? [texts.by(technician)] : []),
    ...(returns > 0 ? [texts.returned(returns)] : []),
    `${warranty.equipment_brand} ${warranty.equipment_model}`,
    warranty.technical_work,
  ];
  return (
    <>
      {declined ? <p>{until}</p> : <strong>{until}</strong>}
      <span className={styles.work}>{facts.join(' · ')}</span>
    </>
  );
}

interface OfferProps {
  best: RunningWarranty;
  others: readonly RunningWarranty[];
  onChoose: (warranty: RunningWarranty) => void;
  onDecline: () => void;
}

function Offer({ best, others, onChoose, onDecline }: OfferProps) {
  return (
    <Banner
      tone="info"
      alert
      action={
        <>
          <Button size="sm" aria-keyshortcuts="Alt+G" onClick={() => onChoose(best)}>
            {texts.yes} <Key letter="G" />
          </Button>
          <Button size="sm" aria-keyshortcuts="Alt+X" onClick={onDecline}>
            {texts.no} <Key letter="X" />
          </Button>
        </>
      }
    >
      <Line warranty={best} />
      {!best.same_customer && <span>{texts.broughtBy(best.customer_name)}</span>}
      {others.length > 0 && (
        <div className={styles.others}>
          <span>{texts.others}</span>
          {others.map((other) => (
            <Button key={other.id} size="sm" onClick={() => onChoose(other)}>
              {texts.link(other.order_number)} {other.equipment_brand} {other.equipment_model}
            </Button>
          ))}
        </div>
      )}
    </Banner>
  );
}

function Key({ letter }: { letter: string }) {
  return (
    <kbd className={styles.key} aria-hidden="true">
      Alt {letter}
    </kbd>
  );
}
