/** Prints a task's progress to stderr: on a terminal in one updated line, otherwise every ten percent. */
export function progressLine(what: string): {
  show: (done: number, total: number) => void;
  end: () => void;
} {
  const isTerminal = process.stderr.isTTY;
  let last = -1;
  return {
    show: (done, total) => {
      const percent = total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : 100;
      const step = isTerminal ? percent : Math.floor(percent / 10) * 10;
      if (step === last) return;
      last = step;
      const line = `${what}: ${step} % (${megabytes(done)} de ${megabytes(total)})`;
      process.stderr.write(isTerminal ? `\r${line}   ` : `${line}\n`);
    },
    end: () => {
      if (isTerminal && last >= 0) process.stderr.write('\n');
    },
  };
}

/** Formats a byte count for people. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString('es-CL', { maximumFractionDigits: 1 })} MB`;
}
