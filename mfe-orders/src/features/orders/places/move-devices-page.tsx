import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import Printer from 'lucide-react/icons/printer';
import X from 'lucide-react/icons/x';
import { paths } from '@taller/shared/contract/paths.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { toastFailure } from '@taller/shared/orders/failure-text.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { useMoveDevicesMutation } from '@taller/shared/orders/places/move-devices-mutation.ts';
import { placeCode } from '@taller/shared/orders/places/place-code.ts';
import { movableOrdersQuery, type MovableOrder } from '@taller/shared/orders/places/place-queries.ts';
import { readCode } from '@taller/shared/orders/scan/read-code.ts';
import { passportQuery } from '@taller/shared/orders/passport/passport-query.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import { Link, toast } from '@taller/shared/runtime';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { CameraButton } from '@taller/shared/ui/camera/camera-button.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { PageHeader } from '@taller/shared/ui/page-header.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { useScanFocus } from '@taller/shared/ui/use-scan-focus.ts';
import { useAddressState } from '@taller/shared/ui/use-address-state.ts';
import { textField } from '@taller/shared/values/address-state.ts';
import styles from './move-devices.module.css';
import { moveTexts as texts, placeTexts } from './texts.ts';

/** The most devices that move at once. */
const MOST = 50;

const FIELDS = { place: textField('ubicacion'), code: textField('codigo'), orders: textField('ordenes') };

/** The numbers in the address, each once. */
const numbersIn = (text: string): number[] => [
  ...new Set(
    text
      .split('-')
      .map(Number)
      .filter((number) => Number.isInteger(number) && number > 0),
  ),
];

interface RowProps {
  number: number;
  /** Undefined: no order has the number. */
  order: MovableOrder | undefined;
  onRemove: () => void;
}

function Row({ number, order, onRemove }: RowProps) {
  const shown = formatOrderNumber(number);
  const problem = !order ? texts.missing : order.status === 'delivered' ? texts.delivered : null;
  return (
    <li className={styles.row}>
      <span className={styles.device}>
        {order ? <Link to={paths.orderView.getHref(order.id)}>#{shown}</Link> : <span>#{shown}</span>}{' '}
        {order && <span>{`${order.equipment_brand} ${order.equipment_model}`}</span>}
        <span className={problem ? styles.problem : styles.now}>
          {problem ?? order?.device_place?.place ?? placeTexts.none}
        </span>
      </span>
      <IconButton label={texts.remove(shown)} icon={<X aria-hidden="true" />} onClick={onRemove} />
    </li>
  );
}

/** Hook: the list of what moves, and what a scan or a choice does to it. */
function useMove() {
  const { state, change } = useAddressState(FIELDS);
  const client = useQueryClient();
  const { data: settings } = useQuery(deskSettingsQuery());
  const places = settings?.places ?? [];
  const numbers = numbersIn(state.orders);
  // A label that was scanned elsewhere comes as its code.
  const place = state.code ? places.find((name) => placeCode(name) === state.code) : state.place || undefined;
  const isUnknown =
    settings !== undefined && (state.code !== '' || state.place !== '') && !places.includes(place ?? '');
  // A scanner may be faster than the page: the next scan builds on the last one.
  const latest = useRef(numbers);
  useLayoutEffect(() => {
    latest.current = numbersIn(state.orders);
  }, [state.orders]);
  const setNumbers = (list: readonly number[]) => {
    latest.current = [...list];
    change({ orders: list.join('-') });
  };
  const setPlace = (name: string) => change({ place: name, code: '' });
  const add = (number: number): string => {
    if (latest.current.includes(number)) return texts.twice(formatOrderNumber(number));
    if (latest.current.length >= MOST) return texts.full;
    setNumbers([number, ...latest.current]);
    return texts.added(formatOrderNumber(number));
  };
  /** Its newest order that is not delivered: a device is in the shop for one at a time. */
  const addDevice = async (imei: string): Promise<string> => {
    const { orders } = await client.fetchQuery(passportQuery(imei));
    const order = orders.find(({ status }) => status !== 'delivered');
    return order ? add(order.order_number) : texts.notHere(imei);
  };
  /** @returns what is said about it. */
  const scan = (text: string): string | Promise<string> => {
    const code = readCode(text, location.origin);
    if (code.kind === 'place') {
      if (settings === undefined) {
        // Which place it is, or that there is none, shows when the list has come.
        change({ place: '', code: code.code });
        return texts.scanned;
      }
      const name = places.find((each) => placeCode(each) === code.code);
      if (name === undefined) return texts.unknownPlace;
      setPlace(name);
      return texts.chosen(name);
    }
    if (code.kind === 'foreign') return texts.foreign;
    if (code.kind === 'device') return addDevice(code.imei);
    const typed = /^\s*#?0*([1-9]\d{0,8})\s*$/.exec(text)?.[1];
    const number = code.kind === 'order' ? code.number : Number(typed ?? 0);
    return number === 0 ? texts.unknown(text.trim()) : add(number);
  };
  return {
    places,
    isLoaded: settings !== undefined,
    place: isUnknown ? undefined : place,
    isUnknown,
    numbers,
    setNumbers,
    setPlace,
    scan,
  };
}

/** Hook: takes a scan, and keeps what is said about it: a device is looked up first. */
function useSaid(scan: (text: string) => string | Promise<string>) {
  const [said, setSaid] = useState('');
  const take = async (text: string) => {
    const answer = scan(text);
    setSaid(typeof answer === 'string' ? answer : texts.looking);
    try {
      setSaid(await answer);
    } catch (error) {
      setSaid(failureText(error, texts.lookFailed));
    }
  };
  return { said, setSaid, take };
}

const PLACE_LABELS = (
  <LinkButton
    to={paths.printPlaceLabels.getHref()}
    target="_blank"
    rel="opener"
    icon={<Printer aria-hidden="true" />}
  >
    {texts.labels}
  </LinkButton>
);

interface ScanFieldProps {
  field: RefObject<HTMLInputElement | null>;
  /** The message about the last code. */
  said: string;
  onScan: (code: string) => void;
}

/** The field for scanned or typed codes: Enter, which ends a scan, takes the code and keeps the focus here. */
function ScanField({ field, said, onScan }: ScanFieldProps) {
  const [text, setText] = useState('');
  useScanFocus(field);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || text.trim() === '') return;
    event.preventDefault();
    onScan(text);
    setText('');
  };
  return (
    <TextField
      ref={field}
      label={texts.code}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={handleKey}
      suffix={<CameraButton said={said} onScan={onScan} />}
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      enterKeyHint="done"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the screen is for scanning
      autoFocus
    />
  );
}

/** /dashboard/mover-equipos: a place and the devices that are put there, by scanner or by hand (REC-93). */
export function MoveDevicesPage() {
  const { places, isLoaded, place, isUnknown, numbers, setNumbers, setPlace, scan } = useMove();
  const { said, setSaid, take } = useSaid(scan);
  const field = useRef<HTMLInputElement>(null);
  const query = useQuery({ ...movableOrdersQuery(numbers), placeholderData: (before) => before });
  const { mutate, isPending } = useMoveDevicesMutation();
  const orderOf = (number: number) => query.data?.find((order) => order.order_number === number);
  const known = numbers.flatMap((number) => orderOf(number) ?? []);
  const isReady =
    place !== undefined && known.length > 0 && known.length === numbers.length && !query.isPlaceholderData;
  const move = () =>
    place !== undefined &&
    mutate(
      { orders: known.map(({ id }) => id), place },
      {
        onSuccess: () => {
          toast.success(texts.moved(known.length, place));
          setNumbers([]);
          setSaid('');
          field.current?.focus();
        },
        onError: (error) => toastFailure(texts.failed, error),
      },
    );
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} description={texts.hint} actions={PLACE_LABELS} />
      {isLoaded && places.length === 0 && <p>{texts.noPlaces}</p>}
      <div className={styles.fields}>
        <ScanField field={field} said={said} onScan={(text) => void take(text)} />
        <Select
          label={texts.to}
          placeholder={texts.choose}
          value={place ?? ''}
          options={places.map((name) => ({ value: name, label: name }))}
          onChange={(event) => setPlace(event.target.value)}
          error={isUnknown ? texts.unknownPlace : undefined}
        />
      </div>
      {place !== undefined && (
        <Link to={`${paths.dashboard.getHref()}?ubicacion=${encodeURIComponent(place)}`}>
          {texts.there(place)}
        </Link>
      )}
      <p role="status" className={styles.said}>
        {said}
      </p>
      {query.error && (
        <ErrorState
          error={query.error}
          message={failureText(query.error, texts.readFailed)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {numbers.length === 0 ? (
        <p className={styles.now}>{texts.none}</p>
      ) : (
        query.data && (
          <ul className={styles.list} aria-label={texts.list}>
            {numbers.map((number) => (
              <Row
                key={number}
                number={number}
                order={orderOf(number)}
                onRemove={() => setNumbers(numbers.filter((other) => other !== number))}
              />
            ))}
          </ul>
        )
      )}
      <Button variant="primary" disabled={!isReady || isPending} onClick={move}>
        {texts.move(numbers.length)}
      </Button>
    </div>
  );
}
