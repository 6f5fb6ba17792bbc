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
import { services } from '#src/texts/services.ts';

export interface Service {
  name: string;
  text: string;
  icon: LucideIcon;
}

/** What the shop does for phones (PUB-02). */
export const PHONE_SERVICES: readonly Service[] = [
  { ...services.screen, icon: Smartphone },
  { ...services.battery, icon: BatteryCharging },
  { ...services.connectivity, icon: Wifi },
  { ...services.hardware, icon: Cpu },
  { ...services.software, icon: RefreshCw },
  { ...services.recovery, icon: LifeBuoy },
];

/** What the shop does for computers (PUB-02). */
export const COMPUTER_SERVICES: readonly Service[] = [
  { ...services.storage, icon: HardDrive },
  { ...services.upgrade, icon: MemoryStick },
  { ...services.security, icon: ShieldCheck },
  { ...services.maintenance, icon: Fan },
  { ...services.backup, icon: DatabaseBackup },
  { ...services.laptops, icon: Laptop },
];
