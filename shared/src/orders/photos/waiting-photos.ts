import { createStore, del, delMany, getMany, keys, set, type UseStore } from 'idb-keyval';
import { getSession } from '@taller/shared/runtime';
import { browserArea, onSharedChange } from '#src/contract/storage.ts';
import type { Moment } from './photo-queries.ts';

/** A photo that was chosen and made smaller, and waits on this device until it has been sent. */
export interface WaitingPhoto {
  /** Identifies the photo and the request that adds it. */
  readonly id: string;
  readonly orderId: string;
  readonly moment: Moment;
  /** The person who chose it: nobody else sees or sends it. */
  readonly owner: string;
  /** The time of the choice, in ms. */
  readonly chosenAt: number;
  readonly fileName: string;
  readonly photo: Blob;
  readonly small: Blob;
  /** Its order is not created yet: only that sends it. */
  readonly isHeld?: true;
  /** The browser did not keep it: a reload loses it. */
  readonly isInMemory?: true;
}

/** The owner is part of the key, so that others' photos are not even read. */
type Key = [owner: string, chosenAt: number, id: string];

/** Photos not sent by then are forgotten: they are personal, and the device may have changed hands. */
const KEPT_MS = 7 * 24 * 3_600_000;
/** Held photos are forgotten sooner: the draft of their order lives twelve hours. */
const HELD_MS = 24 * 3_600_000;
/** Tells the other tabs. */
const CHANGED_KEY = 'taller.waiting-photos';

const keyOf = ({ owner, chosenAt, id }: WaitingPhoto): Key => [owner, chosenAt, id];
/** The photos that the browser does not keep, since its storage is blocked or full. */
let memory: readonly WaitingPhoto[] = [];
const changes = new EventTarget();
const tellThisTab = () => changes.dispatchEvent(new Event('change'));
onSharedChange((key) => {
  if (key === CHANGED_KEY) tellThisTab();
});

let opened: UseStore | undefined;
/** Works in the browser's database; `otherwise` if it is missing, blocked or full. */
async function attempt<T>(work: (store: UseStore) => Promise<T>, otherwise: T): Promise<T> {
  try {
    opened ??= createStore('taller-photos', 'waiting');
    return await work(opened);
  } catch {
    return otherwise;
  }
}

function tell(): void {
  tellThisTab();
  browserArea.setItem(CHANGED_KEY, crypto.randomUUID());
}

/** Calls back when photos came or went, in any tab. @returns a function that stops it. */
export function onWaitingChange(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  return () => changes.removeEventListener('change', listener);
}

/** The waiting photos of a person, oldest first. Forgets everybody's old ones. */
export async function waitingPhotosOf(owner: string): Promise<readonly WaitingPhoto[]> {
  const all = await attempt((store) => keys<Key>(store), []);
  const isOld = ([, chosenAt]: Key) => chosenAt < Date.now() - KEPT_MS;
  const old = all.filter(isOld);
  if (old.length > 0) await attempt((store) => delMany(old, store), undefined);
  const own = all.filter((key) => key[0] === owner && !isOld(key));
  const kept = (await attempt((store) => getMany<WaitingPhoto | undefined>(own, store), [])).filter(
    (photo) => photo !== undefined,
  );
  const isLeft = ({ isHeld, chosenAt }: WaitingPhoto) => isHeld && chosenAt < Date.now() - HELD_MS;
  const left = kept.filter(isLeft).map(keyOf);
  if (left.length > 0) await attempt((store) => delMany(left, store), undefined);
  const isOlder = ({ id }: WaitingPhoto) => memory.some((photo) => photo.id === id);
  return [...kept.filter((photo) => !isOlder(photo)), ...memory]
    .filter((photo) => !isLeft(photo))
    .filter((photo) => photo.owner === owner)
    .toSorted((a, b) => a.chosenAt - b.chosenAt);
}

/** New values of photos by the order id they were held under, for photos still being made smaller; null: forgotten. */
const became = new Map<string, Partial<WaitingPhoto> | null>();

/** Its id may have been replaced before its order was created. */
function asBecame(photo: WaitingPhoto): WaitingPhoto | null {
  const part = photo.isHeld && became.get(photo.orderId);
  if (!part) return part === null ? null : photo;
  return asBecame({ ...photo, ...part });
}

/** Keeps a photo, new or changed, until it has been sent: beyond a reload where the browser lets it. */
export async function keepWaiting(chosen: WaitingPhoto): Promise<void> {
  const photo = asBecame({ ...chosen, isInMemory: undefined });
  if (photo === null) return forgetWaiting(chosen);
  const isKept = await attempt(async (store) => {
    await set(keyOf(photo), photo, store);
    return true;
  }, false);
  memory = memory.filter(({ id }) => id !== photo.id);
  if (!isKept) memory = [...memory, { ...photo, isInMemory: true }];
  tell();
}

/** Forgets a photo that was sent or given up. */
export async function forgetWaiting(photo: WaitingPhoto): Promise<void> {
  memory = memory.filter(({ id }) => id !== photo.id);
  await attempt((store) => del(keyOf(photo), store), undefined);
  tell();
}

async function settleHeld(orderId: string, part: Partial<WaitingPhoto> | null): Promise<void> {
  became.set(orderId, part);
  const owner = getSession().user?.id;
  const own = owner === undefined ? [] : await waitingPhotosOf(owner);
  for (const photo of own) if (photo.isHeld && photo.orderId === orderId) await keepWaiting(photo);
}

/** Lets the signed-in person's photos of an order go that is created by now. */
export const releaseHeld = (orderId: string): Promise<void> => settleHeld(orderId, { isHeld: undefined });

/** Moves the photos of an order that is not created yet to the id that it will have instead. */
export const moveHeld = (orderId: string, nextId: string): Promise<void> =>
  settleHeld(orderId, { orderId: nextId });

/** Forgets the photos of an order that will not be created. */
export const forgetHeld = (orderId: string): Promise<void> => settleHeld(orderId, null);
