import {
  BatteryCharging,
  Cpu,
  DatabaseBackup,
  Fan,
  HardDrive,
  Laptop,
  LifeBuoy,
  MemoryStick,
  RefreshCw,
  ShieldCheck,
  Smartphone,
  Wifi,
  type LucideIcon,
} from 'lucide-react';
import type { Service, ServiceGroup, ServiceIcon } from '@taller/shared/config/shop-facts.ts';
import { formatClp } from '@taller/shared/values/money.ts';
import { readFacts } from '@taller/shared/runtime';
import { servicesTexts } from '#src/features/services/texts.ts';

export const ICONS: Readonly<Record<ServiceIcon, LucideIcon>> = {
  smartphone: Smartphone,
  battery: BatteryCharging,
  wifi: Wifi,
  cpu: Cpu,
  refresh: RefreshCw,
  lifebuoy: LifeBuoy,
  disk: HardDrive,
  memory: MemoryStick,
  shield: ShieldCheck,
  fan: Fan,
  backup: DatabaseBackup,
  laptop: Laptop,
};

/** The shop's services, by category, in its own order (PUB-02). */
export const offeredGroups = (): readonly ServiceGroup[] =>
  readFacts().services.groups.filter(({ services }) => services.length > 0);

/** `Desde $25.000`, `$25.000 a $60.000`, `Hasta $60.000`, `$25.000`; empty without a price. */
export function priceText({ priceFrom, priceTo }: Pick<Service, 'priceFrom' | 'priceTo'>): string {
  if (priceFrom === null) return priceTo === null ? '' : servicesTexts.upTo(formatClp(priceTo));
  if (priceTo === null) return servicesTexts.from(formatClp(priceFrom));
  if (priceTo === priceFrom) return formatClp(priceFrom);
  return servicesTexts.between(formatClp(priceFrom), formatClp(priceTo));
}
