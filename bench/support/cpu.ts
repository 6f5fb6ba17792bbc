import { readdirSync, readFileSync } from 'node:fs';
import type { StartedShop } from '@taller/server/testing/npm-start.ts';

/** Ticks of /proc/PID/stat in a second: 100 on every Linux that Node runs on. */
const TICKS = 100;

/** Processor time of a process in seconds, optionally including its finished children; 0 if it has exited. */
export function usedBy(pid: number, withChildren: boolean): number {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return 0;
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, withChildren ? 15 : 13).reduce((sum, field) => sum + Number(field), 0);
  return ticks / TICKS;
}

/** Processor seconds of a running shop since it started. */
export interface Cpu {
  node: number;
  postgres: number;
}

/** Processor time of the server and its PostgreSQL so far. */
export function cpuOf(shop: StartedShop): Cpu {
  const postmaster = shop.postmasterPid();
  return {
    node: usedBy(shop.serverPid(), false),
    postgres: shop.postgres().reduce((sum, pid) => sum + usedBy(pid, pid === postmaster), 0),
  };
}

/** Memory of the server in bytes. */
export function memoryOf(shop: StartedShop): number {
  const status = readFileSync(`/proc/${shop.serverPid()}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

/** Open files and sockets of the server. */
export const openFilesOf = (shop: StartedShop): number => readdirSync(`/proc/${shop.serverPid()}/fd`).length;
