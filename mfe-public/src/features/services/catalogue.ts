import BatteryCharging from 'lucide-react/icons/battery-charging';
import Cpu from 'lucide-react/icons/cpu';
import DatabaseBackup from 'lucide-react/icons/database-backup';
import Fan from 'lucide-react/icons/fan';
import HardDrive from 'lucide-react/icons/hard-drive';
import Laptop from 'lucide-react/icons/laptop';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import MemoryStick from 'lucide-react/icons/memory-stick';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Smartphone from 'lucide-react/icons/smartphone';
import Wifi from 'lucide-react/icons/wifi';
import type { LucideIcon } from 'lucide-react';
import type { ServiceGroup, ServiceIcon } from '@taller/shared/config/shop-facts.ts';
import { readFacts } from '@taller/shared/runtime';

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
