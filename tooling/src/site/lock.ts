import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const WAIT_MS = 250;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Runs a task while no other process holds the lock folder. A lock whose holder has died is taken over. */
export async function withLock<T>(folder: string, task: () => Promise<T>): Promise<T> {
  const owner = join(folder, 'pid');
  await mkdir(dirname(folder), { recursive: true });
  for (let tries = 0; ; tries += 1) {
    const taken = await mkdir(folder).then(
      () => true,
      () => false,
    );
    if (taken) break;
    const pid = Number(await readFile(owner, 'utf8').catch(() => ''));
    // Without a pid the holder is between its two steps, or died there; a while later it is the latter.
    if (pid ? !isAlive(pid) : tries > 8) await rm(folder, { recursive: true, force: true });
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  await writeFile(owner, String(process.pid));
  try {
    return await task();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
