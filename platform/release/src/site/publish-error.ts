/**
 * A rejected publication, with a Spanish message for the operator: what is wrong and what to do. The site is unchanged.
 */
export class PublishError extends Error {}

/** A build that does not show a part that the deployed shell requests. */
export class SmokeTestError extends PublishError {
  readonly problems: readonly string[];

  /**
   * @param problems a line for each part that is not shown.
   * @param inShell whether the build of the shell is the new one, not that of the remote.
   */
  constructor(name: string, problems: readonly string[], inShell = false) {
    const what = inShell
      ? `El shell no se publicó: con él, estas pantallas de ${name} no se muestran`
      : `${name} no se publicó: al abrirlo en el sitio, estas pantallas no se muestran`;
    super(
      `${what}:\n${problems.join('\n')}\n` +
        `Corrige el ${inShell ? 'shell' : 'remoto'} y publícalo de nuevo; el sitio sigue como estaba.`,
    );
    this.problems = problems;
  }
}
