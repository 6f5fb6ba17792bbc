/** States of a part of an order; private.part_moves has the same steps, and private.part_state_name the same names. */
export const PART_STATES = {
  requested: 'Por pedir',
  ordered: 'Pedido',
  arrived: 'Llegó',
  reserved: 'Reservado',
  fitted: 'Colocado',
  returned: 'Devuelto al stock',
  faulty: 'Con falla',
  sent_back: 'Devuelto al proveedor',
  credited: 'Abonado',
  cancelled: 'Anulado',
} as const;
export type PartState = keyof typeof PART_STATES;

/** The button label of a step. */
const STEP_NAMES: Readonly<Partial<Record<`${PartState} ${PartState}`, string>>> = {
  'requested reserved': 'Reservar',
  'requested ordered': 'Pedir',
  'requested arrived': 'Ya llegó',
  'requested cancelled': 'Anular',
  'ordered arrived': 'Llegó',
  'ordered ordered': 'Cambiar el pedido',
  'ordered cancelled': 'Anular',
  'arrived fitted': 'Colocar',
  'arrived returned': 'Devolver al stock',
  'arrived sent_back': 'Devolver al proveedor',
  'arrived faulty': 'Tiene una falla',
  'reserved fitted': 'Colocar',
  'reserved requested': 'Liberar para otra orden',
  'reserved returned': 'Devolver al stock',
  'reserved faulty': 'Tiene una falla',
  'fitted arrived': 'No se colocó',
  'fitted returned': 'Devolver al stock',
  'fitted faulty': 'Tiene una falla',
  'faulty sent_back': 'Devolver al proveedor',
  'sent_back credited': 'Lo abonaron',
  'sent_back arrived': 'Llegó el reemplazo',
  'sent_back returned': 'Devolver al stock',
};

/** Whether a part of this state can take a step. */
export const canStep = (was: PartState, to: PartState): boolean => `${was} ${to}` in STEP_NAMES;

/** A step that a part can take. */
export interface PartStep {
  to: PartState;
  label: string;
}

/** The facts that decide which steps a part can take. */
export interface SteppingPart {
  state: PartState;
  /** The product; null for a part that is none. */
  item_id: string | null;
  quantity: number;
  /** The free quantity of the product. */
  available: number | null;
}

/** The state's own place in the list is its usual next step. */
const usualStep = ({ state, quantity, available }: SteppingPart): PartState | undefined => {
  if (state === 'requested') return available !== null && available >= quantity ? 'reserved' : 'ordered';
  const usual: Partial<Record<PartState, PartState>> = {
    ordered: 'arrived',
    arrived: 'fitted',
    reserved: 'fitted',
    faulty: 'sent_back',
    sent_back: 'credited',
  };
  return usual[state];
};

/** The steps of a part: the usual next one, and the others. What is no product is not reserved. */
export function stepsOf(part: SteppingPart): { next: PartStep | undefined; others: readonly PartStep[] } {
  const steps = (Object.keys(PART_STATES) as PartState[]).flatMap((to) => {
    const label = STEP_NAMES[`${part.state} ${to}`];
    const isPossible = part.item_id !== null || to !== 'reserved';
    return label !== undefined && isPossible ? [{ to, label }] : [];
  });
  const usual = usualStep(part);
  return { next: steps.find(({ to }) => to === usual), others: steps.filter(({ to }) => to !== usual) };
}

/** Whether a part lies in the shop for its order. */
export const isHeld = ({ state, item_id: item }: Pick<SteppingPart, 'state' | 'item_id'>): boolean =>
  item !== null && (state === 'arrived' || state === 'reserved');
