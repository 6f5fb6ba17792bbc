import { toEquipmentType } from '@taller/shared/orders/equipment.ts';
import { usualDevicesQuery, type UsualBrand } from '@taller/shared/orders/order-form-queries.ts';
import { useQuery } from '@taller/shared/query';
import { deskSettingsQuery, type DeskSettings } from '@taller/shared/settings/desk-settings-query.ts';

/** The shop's suggestions; undefined while they load or if loading fails: forms work without them (DATA-06). */
export function useDeskSettings(): DeskSettings | undefined {
  return useQuery(deskSettingsQuery()).data;
}

/** Loads the suggestions in advance, after the screen's own data, so that the form opens with everything in place. */
export function usePrefetchedDeskSettings(isShown: boolean): void {
  useQuery({ ...deskSettingsQuery(), enabled: isShown, notifyOnChangeProps: [] });
}

/** Known brands and models: from the shop's list, or from its orders if it has none. */
export function useKnownDevices(equipmentType: string): {
  settings: DeskSettings | undefined;
  usual: readonly UsualBrand[] | undefined;
} {
  const settings = useDeskSettings();
  const isListed = settings?.brands[toEquipmentType(equipmentType)].length !== 0;
  const { data: usual } = useQuery({ ...usualDevicesQuery(), enabled: !isListed });
  return { settings, usual };
}
