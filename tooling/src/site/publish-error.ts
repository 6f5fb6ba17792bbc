/**
 * A rejected publication, with a Spanish message for the operator: what is wrong and what to do. The site is unchanged.
 */
export class PublishError extends Error {}
