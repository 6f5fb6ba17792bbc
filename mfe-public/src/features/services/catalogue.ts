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
import { servicesTexts } from '#src/features/services/texts.ts';

export interface Service {
  name: string;
  text: string;
  icon: LucideIcon;
}

/** Services for phones (PUB-02). */
export const PHONE_SERVICES: readonly Service[] = [
  { ...servicesTexts.screen, icon: Smartphone },
  { ...servicesTexts.battery, icon: BatteryCharging },
  { ...servicesTexts.connectivity, icon: Wifi },
  { ...servicesTexts.hardware, icon: Cpu },
  { ...servicesTexts.software, icon: RefreshCw },
  { ...servicesTexts.recovery, icon: LifeBuoy },
];

/** Services for computers (PUB-02). */
export const COMPUTER_SERVICES: readonly Service[] = [
  { ...servicesTexts.storage, icon: HardDrive },
  { ...servicesTexts.upgrade, icon: MemoryStick },
  { ...servicesTexts.security, icon: ShieldCheck },
  { ...servicesTexts.maintenance, icon: Fan },
  { ...servicesTexts.backup, icon: DatabaseBackup },
  { ...servicesTexts.laptops, icon: Laptop },
];
