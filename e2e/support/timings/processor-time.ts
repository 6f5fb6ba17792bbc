import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts process time in hundredths of a second. */
const TICKS_PER_S = 100;
const EVERY_MS = 500;

/** Programs of a run, identified by their command line; the first match counts. */
const PROGRAMS: readonly [name: string, pattern: RegExp][] = [
  ['Chromium', /chrom|headless_shell/i],
  ['PostgreSQL', /postgres/],
  ['pruebas y servidores (Node)', /./],
];

interface Process {
  parent: number;
  ticks: number;
  command: string;
}

/** @param known what was read of it before: reading a command line stops its process for a moment. */
function readProcess(pid: string, known: Process | undefined): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Only its own time: its children are counted separately.
    const ticks = rest.slice(9, 11).reduce((sum, text) => sum + Number(text), 0);
    const command = known?.command || readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return { parent: Number(parent), ticks, command };
  } catch {
    return undefined;
  }
}

/**
 * Sums up the processor time of a run's processes, which other load affects less than wall-clock time. Samples
 * twice a second and misses what a process does after the last sample. Linux only, elsewhere it finds nothing.
 */
export class ProcessorTime {
  /** Every process of the machine. */
  readonly #all = new Map<string, Process>();
  /** Processes of the run, at their last sample. */
  readonly #seen = new Map<string, Process>();
  readonly #timer = setInterval(() => this.#look(), EVERY_MS);

  constructor() {
    this.#timer.unref();
  }

  #look(): void {
    let names: string[];
    try {
      names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    } catch {
      return;
    }
    const processes = new Map(names.map((pid) => [pid, readProcess(pid, this.#all.get(pid))]));
    for (const [pid, found] of processes) if (found) this.#all.set(pid, found);
    const ours = new Set([String(process.pid)]);
    // PostgreSQL is not a child process; this run's is identified by its folder.
    const cluster = /taller-test-\d+-\w+/.exec(process.env.TALLER_TEST_CLUSTER ?? '')?.[0];
    for (const [pid, found] of processes) if (cluster && found?.command.includes(cluster)) ours.add(pid);
    for (let grown = true; grown;) {
      grown = false;
      for (const [pid, found] of processes) {
        if (!found || ours.has(pid) || !ours.has(String(found.parent))) continue;
        ours.add(pid);
        grown = true;
      }
    }
    for (const pid of ours) {
      const found = processes.get(pid);
      if (found) this.#seen.set(pid, found);
    }
  }

  /** Stops sampling. @returns seconds by program. */
  stop(): Map<string, number> {
    clearInterval(this.#timer);
    this.#look();
    const seconds = new Map<string, number>();
    for (const { command, ticks } of this.#seen.values()) {
      const [name = ''] = PROGRAMS.find(([, pattern]) => pattern.test(command)) ?? [];
      seconds.set(name, (seconds.get(name) ?? 0) + ticks / TICKS_PER_S);
    }
    return seconds;
  }
}
