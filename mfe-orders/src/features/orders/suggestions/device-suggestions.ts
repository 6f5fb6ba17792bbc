/** Brands and models that the order form suggests (CFG-63). */
import { toEquipmentType } from '@taller/shared/orders/equipment.ts';
import type { UsualBrand } from '@taller/shared/orders/order-form-queries.ts';
import type { DeskSettings } from '@taller/shared/settings/desk-settings-query.ts';
import { nameKey } from '@taller/shared/values/name-key.ts';

interface Brand {
  readonly brand: string;
  readonly models: readonly string[];
}

/** The shop's own list for a kind of device; where it has none, what its orders name. */
function brandsOf(
  settings: DeskSettings | undefined,
  usual: readonly UsualBrand[] | undefined,
  equipmentType: string,
): readonly Brand[] {
  const type = toEquipmentType(equipmentType);
  const own = settings?.brands[type] ?? [];
  return own.length > 0 ? own : (usual ?? []).filter((brand) => brand.equipment_type === type);
}

/** Suggestions for a brand, or for a brand's model, by the type of device. */
export function deviceSuggestions(
  name: 'brand' | 'model',
  known: { settings: DeskSettings | undefined; usual: readonly UsualBrand[] | undefined },
  device: { equipmentType: string; brand: string },
): readonly string[] {
  const brands = brandsOf(known.settings, known.usual, device.equipmentType);
  const found =
    name === 'brand'
      ? brands.map(({ brand }) => brand)
      : brands
          .filter(({ brand }) => nameKey(brand) === nameKey(device.brand))
          .flatMap(({ models }) => models);
  return [...new Set(found)];
}
