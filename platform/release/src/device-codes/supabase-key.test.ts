import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCode } from '@taller/shared/orders/device-codes/open-code.ts';
import { sealCode } from '@taller/shared/orders/device-codes/seal-code.ts';
import { expect, test } from 'vitest';
import { writeSupabaseKey } from './supabase-key.ts';

test('SEC-36 a key for Supabase: the secret in a private file only, the public half in the statement that publishes it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taller-key-'));
  try {
    const file = join(folder, 'key.env');
    const steps = await writeSupabaseKey(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const secret = /^DEVICE_CODE_KEY_(?<id>[0-9A-F]{16})=(?<privateKey>[A-Za-z0-9_-]+)\n$/.exec(
      readFileSync(file, 'utf8'),
    )?.groups;
    const published =
      /publish_device_code_key\('(?<id>[0-9A-F]{16})', '(?<publicKey>[A-Za-z0-9_-]{87})'\)/.exec(
        steps,
      )?.groups;
    expect(published?.id).toBe(secret?.id);
    expect(steps).not.toContain(secret?.privateKey);
    const key = { id: published?.id ?? '', publicKey: published?.publicKey ?? '' };
    const sealed = await sealCode('2580', 'orden', key);
    expect(await openCode(sealed, 'orden', secret?.privateKey ?? '')).toBe('2580');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
