/** A fault of schema files or migrations, in Spanish for who develops. */
export class SchemaError extends Error {}
