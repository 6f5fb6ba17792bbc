import { callOnSchedule, type ScheduledCall } from './scheduled-call.ts';

/** Sends what is due. @returns in how many milliseconds the next message is due; null if none waits. */
export async function sendMessages(call: Omit<ScheduledCall, 'name'>): Promise<number | null> {
  const { nextMs } = (await callOnSchedule({ ...call, name: 'send-messages' })) as { nextMs: number | null };
  return nextMs;
}
