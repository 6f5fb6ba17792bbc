/** A publication that is refused, with a Spanish message for the person who asked for it: what is wrong and what to do. The site runs on as it is. */
export class PublishError extends Error {}
