/**
 * A rejected publication, with a Spanish message for the operator: what is wrong and what to do. The site is unchanged.
 */
export class PublishError extends Error {}

/** A build that does not show what the deployed shell asks of it. */
export class NotOpened extends PublishError {
  /** @param problems a line for each part that is not shown. */
  constructor(name: string, problems: readonly string[]) {
    super(
      `${name} no se publicó: al abrirlo en el sitio, estas pantallas no se muestran:\n${problems.join('\n')}\n` +
        'Corrige el remoto y publícalo de nuevo; el sitio sigue como estaba.',
    );
  }
}
