/**
 * The stock: items, the ledger of every change, the activity log and the screen purchases. Each finished repair uses a
 * part; what runs out is bought again, so that the ledger adds up to the quantity (INV-03).
 */
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import type { FinishedWork } from './order-life.ts';
import type { Account, Staff } from './people.ts';
import type { Random } from './random.ts';
import type { ActivityCost, ActivityEntry, Row } from './rows.ts';
import {
  COMPONENT_TYPES,
  type ComponentType,
  GONE_PARTS,
  PARTS,
  type Part,
  SUPPLIERS,
} from './texts/parts.ts';

const DAY = 86_400_000;

export interface StockRows {
  types: Row<'component_types'>[];
  suppliers: Row<'suppliers'>[];
  items: Row<'inventory'>[];
  movements: Row<'inventory_movements'>[];
  logs: ActivityEntry[];
  logCosts: ActivityCost[];
  screenOrders: Row<'pedidos_pantallas'>[];
}

interface Item {
  readonly id: string;
  readonly part: Part;
  readonly typeId: string;
  readonly supplierId: string;
  readonly createdAt: Date;
  quantity: number;
  version: number;
  last: Date;
}

const iso = (date: Date): string => date.toISOString();

/** Maintains the stock while the history is written. */
class Shelf {
  readonly rows: StockRows = {
    types: [],
    suppliers: [],
    items: [],
    movements: [],
    logs: [],
    logCosts: [],
    screenOrders: [],
  };
  readonly #random: Random;
  readonly #staff: Staff;
  readonly #types = new Map<string, string>();
  readonly #suppliers = new Map<string, string>();

  constructor(random: Random, staff: Staff, opened: Date) {
    this.#random = random;
    this.#staff = staff;
    for (const name of COMPONENT_TYPES) this.#name(name, this.#types, this.rows.types, opened);
    for (const name of SUPPLIERS) this.#name(name, this.#suppliers, this.rows.suppliers, opened);
  }

  #name(name: string, ids: Map<string, string>, rows: Row<'suppliers'>[], opened: Date): void {
    const id = this.#random.uuid();
    ids.set(name, id);
    rows.push({ id, name, created_at: iso(opened) });
  }

  add(part: Part, at: Date): Item {
    const [type, supplier, , , , stock] = part;
    const item: Item = {
      id: this.#random.uuid(),
      part,
      typeId: this.#types.get(type) ?? '',
      supplierId: this.#suppliers.get(supplier) ?? '',
      createdAt: at,
      quantity: 0,
      version: 0,
      last: at,
    };
    this.#move(item, 'added', stock, at, this.#staff.admin);
    return item;
  }

  /** Uses parts for a repair. */
  writeOff(item: Item, quantity: number, work: FinishedWork): void {
    const at = work.completedAt > item.last ? work.completedAt : new Date(item.last.getTime() + 60_000);
    this.#move(item, 'written_off', -quantity, at, work.technician, { work });
    this.#log(item, 'delete', quantity, at, work.technician, formatOrderNumber(work.orderNumber));
  }

  /** Restocks: screens through a screen purchase, other parts by correcting the quantity. */
  restock(item: Item, quantity: number, at: Date): void {
    const { admin, receptionist } = this.#staff;
    if (isScreenOfPhone(item.part)) {
      const bought = new Date(at.getTime() - this.#random.int(2, 5) * DAY);
      const purchase = this.orderScreens(item.part, quantity, bought, { at, itemId: item.id });
      this.#move(item, 'received', quantity, at, receptionist, { purchase });
      return;
    }
    this.#move(item, 'edited', quantity, at, admin);
    this.#log(item, 'edit', quantity, at, admin, null);
  }

  orderScreens(
    part: Part,
    quantity: number,
    bought: Date,
    received: { at: Date; itemId: string } | null,
  ): string {
    const [, supplier, brand, model, price] = part;
    const id = this.#random.uuid();
    this.rows.screenOrders.push({
      id,
      modelo: `${brand} ${model}`,
      numero_orden: `${supplier === 'FullMobile' ? 'FM' : 'SC'}-${this.#random.int(10_200, 98_999)}`,
      fecha_compra: iso(bought),
      precio_costo: Math.round((price * 0.62) / 10) * 10,
      cantidad: quantity,
      proveedor: supplier,
      created_at: iso(bought),
      created_by: this.#staff.receptionist.id,
      received_at: received ? iso(received.at) : null,
      received_item_id: received?.itemId ?? null,
    });
    return id;
  }

  /** Stores an item in its current state. One that ran out has been deleted, as by a write-off. */
  close(item: Item): void {
    if (item.quantity === 0) return;
    const [, , brand, model, price, , minimum] = item.part;
    this.rows.items.push({
      id: item.id,
      brand,
      model,
      quantity: item.quantity,
      cost_price: price,
      created_at: iso(item.createdAt),
      component_type_id: item.typeId,
      supplier_id: item.supplierId,
      updated_at: iso(item.last),
      version: item.version,
      min_stock: minimum,
    });
  }

  #move(
    item: Item,
    kind: string,
    delta: number,
    at: Date,
    actor: Account,
    { work, purchase }: { work?: FinishedWork; purchase?: string } = {},
  ): void {
    item.quantity += delta;
    item.version += 1;
    item.last = at;
    const [, supplier, brand, model, price] = item.part;
    this.rows.movements.push({
      item_id: item.id,
      kind,
      delta,
      quantity_after: item.quantity,
      unit_cost: price,
      brand,
      model,
      order_id: work?.orderId ?? null,
      order_number: work?.orderNumber ?? null,
      actor_id: actor.id,
      actor_name: actor.fullName,
      created_at: iso(at),
      purchase_id: purchase ?? null,
      supplier_name: supplier,
    });
  }

  #log(
    item: Item,
    action: 'edit' | 'delete',
    affected: number,
    at: Date,
    actor: Account,
    order: string | null,
  ): void {
    const [, , brand, model, price] = item.part;
    const copy = action === 'edit' ? { quantity: item.quantity, supplier_id: item.supplierId } : {};
    const id = this.#random.uuid();
    this.rows.logs.push({
      id,
      user_id: actor.id,
      action_type: action,
      product_id: item.id,
      brand,
      model,
      quantity_affected: affected,
      service_order: order,
      component_type_id: item.typeId,
      created_at: iso(at),
      ...copy,
    });
    this.rows.logCosts.push({
      entry_id: id,
      cost_price_affected: price,
      cost_price: action === 'edit' ? price : null,
    });
  }
}

const isScreenOfPhone = ([type, supplier]: Part): boolean =>
  type === 'Pantalla' && (supplier === 'FullMobile' || supplier === 'Stark Comunicaciones');

/** The item used by a repair: of the right kind, preferably of the same brand. */
function itemFor(type: ComponentType, brand: string, items: readonly Item[], random: Random): Item | null {
  const fitting = items.filter((item) => item.part[0] === type);
  const own = fitting.filter((item) => item.part[2] === brand);
  return own.length > 0 ? random.pick(own) : random.pick(fitting);
}

/** The year's stock history, from its finished repairs. */
export function makeStock(
  staff: Staff,
  finished: readonly FinishedWork[],
  today: Date,
  random: Random,
): StockRows {
  const opened = new Date(today.getTime() - 372 * DAY);
  const shelf = new Shelf(random, staff, opened);
  const start = (index: number): Date =>
    new Date(opened.getTime() + (index % 9) * 3_600_000 + index * 240_000);
  const items = PARTS.map((part, index) => shelf.add(part, start(index)));
  const works = finished.toSorted((a, b) => a.completedAt.getTime() - b.completedAt.getTime());

  for (const [index, part] of GONE_PARTS.entries()) {
    const item = shelf.add(part, start(PARTS.length + index));
    const work = works[10 + index * 25];
    if (work) shelf.writeOff(item, item.quantity, work);
    shelf.close(item);
  }
  for (const work of works) {
    const { part } = work.intake;
    if (!part || random.chance(0.25)) continue;
    const item = itemFor(part, work.intake.device.equipment_brand, items, random);
    if (!item) continue;
    const [, , , , , usual, minimum] = item.part;
    if (item.quantity <= 1 || (item.quantity <= minimum && random.chance(0.6))) {
      const at = new Date(
        (item.last.getTime() + Math.max(work.completedAt.getTime(), item.last.getTime())) / 2,
      );
      shelf.restock(item, usual + random.int(0, 3), at);
    }
    shelf.writeOff(item, 1, work);
  }
  for (const item of items) shelf.close(item);
  for (const daysAgo of [1, 2, 5]) {
    const part = random.pick(PARTS.filter(isScreenOfPhone));
    shelf.orderScreens(part, random.int(2, 6), new Date(today.getTime() - daysAgo * DAY - 3_600_000), null);
  }
  return shelf.rows;
}
