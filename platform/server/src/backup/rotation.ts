import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The number of days and weeks whose newest backup is kept. */
export interface Keep {
  daily: number;
  weekly: number;
}

/** Prefix of a shop's backup names: several shops may share a folder. */
export const prefixOf = (installation: string): string => `taller-${installation.slice(0, 8)}-`;

/** The timestamp in a name: `20261122T084652Z`, optionally with a number for a second backup in that second. */
const MOMENT = /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)T(?<time>\d{6})Z(?:-\d+)?\.tar\.zst(?:\.age)?$/;

/** Whether a backup is encrypted, according to its name. */
export const isSealed = (name: string): boolean => name.endsWith('.age');

/** Names of a shop's backups in a folder, newest first. Other files are ignored. */
export function backupsIn(folder: string, installation: string): string[] {
  const prefix = prefixOf(installation);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => name.startsWith(prefix) && MOMENT.test(name.slice(prefix.length)))
    .toSorted()
    .toReversed();
}

/**
 * The backups to keep: the newest of each of the last days and weeks that have one. Days without a backup do not
 * count, so that a shop which was closed for a month keeps its backups; the newest is always kept.
 */
export function keptOf(names: readonly string[], installation: string, { daily, weekly }: Keep): string[] {
  const prefix = prefixOf(installation);
  const days = new Set<string>();
  const weeks = new Set<number>();
  return names.filter((name, index) => {
    const { year, month, day } = MOMENT.exec(name.slice(prefix.length))?.groups ?? {};
    const date = `${year}-${month}-${day}`;
    // 1970 began on a Thursday: weeks start on Monday.
    const week = Math.floor((Date.parse(date) / 86_400_000 + 3) / 7);
    const isOfDay = !days.has(date) && days.size < daily;
    const isOfWeek = !weeks.has(week) && weeks.size < weekly;
    days.add(date);
    weeks.add(week);
    return isOfDay || isOfWeek || index === 0;
  });
}

/** Deletes expired backups of a shop. @returns the names of the remaining ones. */
export function rotate(folder: string, installation: string, keep: Keep): string[] {
  const names = backupsIn(folder, installation);
  const kept = keptOf(names, installation, keep);
  for (const name of names) if (!kept.includes(name)) rmSync(join(folder, name), { force: true });
  return kept;
}
