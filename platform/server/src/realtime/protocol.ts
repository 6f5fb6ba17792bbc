import { z } from 'zod';

/** A Phoenix message in either serialisation: an array (vsn 2.0.0) or an object (1.0.0). */
export interface Message {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
}

const ref = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
const arrayForm = z.tuple([ref, ref, z.string(), z.string(), z.unknown()]);
const objectForm = z.object({
  join_ref: ref,
  ref,
  topic: z.string(),
  event: z.string(),
  payload: z.unknown(),
});

/** Payload of `phx_join`. */
export const joinSchema = z.object({
  access_token: z.string().nullish(),
  config: z
    .object({
      postgres_changes: z
        .array(
          z.object({
            event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
            schema: z.string(),
            table: z.string().optional(),
            filter: z.string().optional(),
          }),
        )
        .max(20)
        .default([]),
    })
    .default({ postgres_changes: [] }),
});
/** One requested subscription of a join. */
export type ChangeBinding = z.infer<typeof joinSchema>['config']['postgres_changes'][number];

/** Parses a message; undefined if it is invalid. */
export function decodeMessage(text: string): Message | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const array = arrayForm.safeParse(value);
  if (array.success) {
    const [joinRef, messageRef, topic, event, payload] = array.data;
    return { joinRef, ref: messageRef, topic, event, payload };
  }
  const object = objectForm.safeParse(value);
  if (!object.success) return undefined;
  const { join_ref: joinRef, ...rest } = object.data;
  return { joinRef, ...rest };
}

/** Serialises a message in the format that the client requested. */
export function encodeMessage(
  { joinRef, ref: messageRef, topic, event, payload }: Message,
  vsn: string,
): string {
  if (vsn.startsWith('2')) return JSON.stringify([joinRef, messageRef, topic, event, payload]);
  return JSON.stringify({ join_ref: joinRef, ref: messageRef, topic, event, payload });
}
