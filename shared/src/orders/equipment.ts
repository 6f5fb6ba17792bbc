/** Kinds of devices and device codes. See ORD-03, ORD-04, REP-04. */

/** The options of the order form. */
export const EQUIPMENT_TYPES = ['smartphone', 'laptop', 'desktop', 'tablet', 'others'] as const;
export type EquipmentType = (typeof EQUIPMENT_TYPES)[number];

/** Stored values: older rows contain 'other' (REP-04), which counts as a separate kind. */
export const STORED_EQUIPMENT_TYPES = [...EQUIPMENT_TYPES, 'other'] as const;
export type StoredEquipmentType = (typeof STORED_EQUIPMENT_TYPES)[number];

export const EQUIPMENT_LABELS: Readonly<Record<StoredEquipmentType, string>> = {
  smartphone: 'Celular',
  laptop: 'Notebook',
  desktop: 'PC de escritorio',
  tablet: 'Tablet',
  others: 'Otros',
  other: 'Otros',
};

export function isEquipmentType(value: unknown): value is EquipmentType {
  return typeof value === 'string' && (EQUIPMENT_TYPES as readonly string[]).includes(value);
}

/** The label of a stored value; an unknown value is shown as it is. */
export function equipmentLabel(value: string): string {
  return Object.hasOwn(EQUIPMENT_LABELS, value) ? EQUIPMENT_LABELS[value as StoredEquipmentType] : value;
}

/** A device in words: kind, brand and model. 'Otros' says nothing beside a brand. */
export function deviceText(device: {
  equipment_type: string;
  equipment_brand: string;
  equipment_model: string;
}): string {
  const isNamed = device.equipment_type !== 'others' && device.equipment_type !== 'other';
  const parts = [
    isNamed ? equipmentLabel(device.equipment_type) : '',
    device.equipment_brand,
    device.equipment_model,
  ];
  return parts.filter((part) => part.trim()).join(' ');
}

/** The form's value for a stored one: 'other' becomes 'others'. */
export function toEquipmentType(value: string): EquipmentType {
  return isEquipmentType(value) ? value : 'others';
}

/** Kind of device code; null (none) if the customer left none. */
export const PASSWORD_TYPES = ['pin', 'pattern', 'password'] as const;
export type PasswordType = (typeof PASSWORD_TYPES)[number];

export const PASSWORD_TYPE_LABELS: Readonly<Record<PasswordType, string>> = {
  pin: 'PIN',
  pattern: 'Patrón',
  password: 'Contraseña',
};

export const NO_PASSWORD_LABEL = 'Ninguno';

export function isPasswordType(value: unknown): value is PasswordType {
  return typeof value === 'string' && (PASSWORD_TYPES as readonly string[]).includes(value);
}

/**
 * The label of a stored type where 'other' of older orders stands beside 'others': reports count them apart (REP-04),
 * and an order changes from one to the other.
 */
export const storedTypeLabel = (type: string): string =>
  type === 'other' ? `${equipmentLabel(type)} (antes)` : equipmentLabel(type);
