import { expect } from '@playwright/test';
import type { StoredMail } from '@taller/server/mail/mailbox.ts';
import type { RunningServer } from '@taller/server/start-server.ts';

/** Mails sent to an address, newest first, from the mail simulator. */
export async function mailsTo(shop: RunningServer, to: string): Promise<StoredMail[]> {
  const response = await fetch(`${shop.url}/_dev/mails.json`);
  const mails = (await response.json()) as StoredMail[];
  return mails.filter((mail) => mail.to === to);
}

/** The link of the newest mail to an address; waits until there are more than `before` of them. */
export async function mailLink(shop: RunningServer, to: string, before = 0): Promise<string> {
  await expect.poll(async () => (await mailsTo(shop, to)).length).toBeGreaterThan(before);
  const [newest] = await mailsTo(shop, to);
  return newest?.link ?? '';
}
