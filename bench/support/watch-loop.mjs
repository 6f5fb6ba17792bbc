// Loaded into a server by NODE_OPTIONS=--import: measures blocks of its event loop, in wall-clock time and in processor
// time of its thread, which other load does not affect. Written on SIGUSR2 to LOOP_WATCH/PID.json.
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LOOK_MS = 5;
const folder = process.env.LOOP_WATCH;

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
};

if (folder) {
  let [wall, cpu] = [performance.now(), cpuMs()];
  let longest = { wallMs: 0, cpuMs: 0 };
  const look = () => {
    const [now, used] = [performance.now(), cpuMs()];
    longest = {
      wallMs: Math.max(longest.wallMs, now - wall - LOOK_MS),
      cpuMs: Math.max(longest.cpuMs, used - cpu),
    };
    [wall, cpu] = [now, used];
  };
  setInterval(look, LOOK_MS).unref();
  process.on('SIGUSR2', () => {
    look();
    const file = join(folder, `${process.pid}.json`);
    writeFileSync(`${file}.new`, JSON.stringify(longest));
    renameSync(`${file}.new`, file);
    longest = { wallMs: 0, cpuMs: 0 };
  });
}
