import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../src/testing/start-test-server.ts';
import { anonClient, registeredClient } from './support/people.ts';

// The parts of the Storage API that the site uses, through an unmodified supabase-js.
const BUCKET = `
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('things', 'things', false, 1000, array['image/jpeg']);
  create policy "own folder: read" on storage.objects for select to authenticated
    using (bucket_id = 'things' and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "own folder: add" on storage.objects for insert to authenticated
    with check (bucket_id = 'things' and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "own folder: remove" on storage.objects for delete to authenticated
    using (bucket_id = 'things' and (storage.foldername(name))[1] = (select auth.uid())::text);
`;
const JPEG = Buffer.from('ffd8ffe000104a46494600', 'hex');

let server: TestServer;
let owner: Awaited<ReturnType<typeof registeredClient>>;
let stranger: Awaited<ReturnType<typeof registeredClient>>;
let folder: string;
beforeAll(async () => {
  server = await startTestServer({ prepare: (sql) => sql.unsafe(BUCKET) });
  owner = await registeredClient(server);
  stranger = await registeredClient(server);
  const { data } = await owner.client.auth.getUser();
  folder = data.user?.id ?? '';
});
afterAll(() => server.close());

const bytesOf = async (data: Blob | null) => Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer());
const objects = (client: { storage: (typeof owner)['client']['storage'] }) => client.storage.from('things');
const upload = (client: (typeof owner)['client'], name: string, content = JPEG, contentType = 'image/jpeg') =>
  objects(client).upload(`${folder}/${name}`, new Blob([content], { type: contentType }), { contentType });

describe('the Storage API', () => {
  test('REC-40 keeps what was sent, byte for byte, until it is removed', async () => {
    expect((await upload(owner.client, 'a.jpg')).error).toBeNull();
    const { data } = await objects(owner.client).download(`${folder}/a.jpg`);
    expect((await bytesOf(data)).equals(JPEG)).toBe(true);
    expect(data?.type).toBe('image/jpeg');
    const file = join(server.dataDir, 'storage', 'objects', 'things', folder, 'a.jpg');
    expect(readFileSync(file).equals(JPEG)).toBe(true);
    expect((await objects(owner.client).remove([`${folder}/a.jpg`])).error).toBeNull();
    expect(existsSync(file)).toBe(false);
    expect((await objects(owner.client).download(`${folder}/a.jpg`)).error).not.toBeNull();
  });

  test('REC-40 adds nothing twice, and two at once add one', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map((n) => upload(owner.client, 'b.jpg', Buffer.concat([JPEG, Buffer.of(n)]))),
    );
    expect(answers.filter(({ error }) => !error)).toHaveLength(1);
    expect(answers.flatMap(({ error }) => (error ? [error.message] : []))).toEqual([
      'The resource already exists',
      'The resource already exists',
    ]);
    const first = answers.findIndex(({ error }) => !error) + 1;
    const { data } = await objects(owner.client).download(`${folder}/b.jpg`);
    expect((await bytesOf(data)).at(-1)).toBe(first);
  });

  test('REC-40 adds one of two at once however their addresses spell it, with its own content', async () => {
    const { data } = await owner.client.auth.getSession();
    const headers = {
      apikey: server.keys.publishable,
      authorization: `Bearer ${data.session?.access_token}`,
      'content-type': 'image/jpeg',
    };
    const spelled = ['object/things', 'object/%74hings', 'object/t%68ings', '%6Fbject/things'];
    for (const name of Array.from({ length: 8 }, (_, n) => `n${n}.jpg`)) {
      const answers = await Promise.all(
        spelled.map((path, n) =>
          fetch(`${server.url}/storage/v1/${path}/${folder}/${name}`, {
            method: 'POST',
            headers,
            body: Buffer.concat([JPEG, Buffer.of(n)]),
          }),
        ),
      );
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      const kept = await bytesOf((await objects(owner.client).download(`${folder}/${name}`)).data);
      expect(kept.at(-1)).toBe(answers.findIndex(({ ok }) => ok));
    }
  });

  test.each([
    ['a stranger', () => stranger.client],
    ['an anonymous visitor', () => anonClient(server)],
  ])('REC-41 shows and takes nothing of others’ from %s', async (_, client) => {
    await upload(owner.client, 'c.jpg');
    const other = client();
    expect((await upload(other, 'd.jpg')).error).not.toBeNull();
    expect((await upload(other, '../x.jpg')).error).not.toBeNull();
    expect((await objects(other).download(`${folder}/c.jpg`)).error).not.toBeNull();
    expect((await objects(other).createSignedUrl(`${folder}/c.jpg`, 60)).error).not.toBeNull();
    expect((await objects(other).remove([`${folder}/c.jpg`])).data ?? []).toEqual([]);
    expect((await objects(other).move(`${folder}/c.jpg`, `${folder}/e.jpg`)).error).not.toBeNull();
    expect((await other.storage.createBucket('mine')).error).not.toBeNull();
    expect((await objects(owner.client).download(`${folder}/c.jpg`)).error).toBeNull();
    expect(existsSync(join(server.dataDir, 'storage', 'objects', 'things', folder, 'd.jpg'))).toBe(false);
  });

  test('REC-41 takes only the sizes and types of the bucket', async () => {
    expect((await upload(owner.client, 'f.jpg', Buffer.alloc(1001, JPEG))).error?.message).toMatch(
      /maximum allowed size/,
    );
    expect((await upload(owner.client, 'f.jpg', JPEG, 'text/html')).error?.message).toMatch(/not supported/);
  });

  test('REC-42 gives an address that works without a session, for its object and its time', async () => {
    await upload(owner.client, 'g.jpg');
    const { data } = await objects(owner.client).createSignedUrl(`${folder}/g.jpg`, 60);
    const url = data?.signedUrl ?? '';
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(url)).headers.get('content-type')).toBe('image/jpeg');
    expect((await fetch(url.replace('g.jpg', 'c.jpg'))).status).toBe(403);
    expect((await fetch(`${url}x`)).status).toBe(400);
    const token = new URL(url).searchParams.get('token')?.split('.')[1] ?? '';
    const { iat, exp } = JSON.parse(Buffer.from(token, 'base64url').toString()) as Record<string, number>;
    expect((exp ?? 0) - (iat ?? 0)).toBe(60);
  });

  test('REC-42 gives several addresses at once, of what the caller may read', async () => {
    await upload(owner.client, 'm.jpg');
    const paths = [`${folder}/m.jpg`, `${folder}/none.jpg`];
    const { data } = await objects(owner.client).createSignedUrls(paths, 60);
    expect(data?.map(({ path, error }) => [path, error])).toEqual([
      [paths[0], null],
      [paths[1], 'Object not found'],
    ]);
    expect((await fetch(data?.[0]?.signedUrl ?? '')).status).toBe(200);
    const { data: others } = await objects(stranger.client).createSignedUrls(paths, 60);
    expect(others?.map(({ signedUrl }) => signedUrl)).toEqual([null, null]);
  });

  test('REC-41 refuses a session that has ended', async () => {
    const gone = await registeredClient(server);
    const { data } = await gone.client.auth.getSession();
    await gone.client.auth.signOut();
    const { publishable } = server.keys;
    const headers = { apikey: publishable, authorization: `Bearer ${data.session?.access_token}` };
    const answer = await fetch(`${server.url}/storage/v1/object/things/${folder}/c.jpg`, { headers });
    expect(answer.status).toBe(401);
  });

  test('REC-42 takes a signed upload', async () => {
    const { data } = await objects(owner.client).createSignedUploadUrl(`${folder}/i.jpg`);
    const visitor = objects(anonClient(server));
    expect(
      (
        await visitor.uploadToSignedUrl(`${folder}/i.jpg`, data?.token ?? '', JPEG, {
          contentType: 'image/jpeg',
        })
      ).error,
    ).toBeNull();
    expect((await objects(owner.client).download(`${folder}/i.jpg`)).error).toBeNull();
    expect(
      (
        await visitor.uploadToSignedUrl(`${folder}/j.jpg`, data?.token ?? '', JPEG, {
          contentType: 'image/jpeg',
        })
      ).error,
    ).not.toBeNull();
  });

  describe('resumable uploads', () => {
    const encode = (text: string) => Buffer.from(text).toString('base64');
    const headersOf = async ({ client }: typeof owner) => {
      const { data } = await client.auth.getSession();
      const authorization = `Bearer ${data.session?.access_token}`;
      return { apikey: server.keys.publishable, authorization, 'tus-resumable': '1.0.0' };
    };
    const begin = async (person: typeof owner, name: string) =>
      fetch(`${server.url}/storage/v1/upload/resumable`, {
        method: 'POST',
        headers: {
          ...(await headersOf(person)),
          'upload-length': String(JPEG.length),
          'upload-metadata': [
            `bucketName ${encode('things')}`,
            `objectName ${encode(`${folder}/${name}`)}`,
            `contentType ${encode('image/jpeg')}`,
          ].join(','),
        },
      });
    const send = async (address: string, offset: number, end: number) =>
      fetch(address, {
        method: 'PATCH',
        headers: {
          ...(await headersOf(owner)),
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        body: JPEG.subarray(offset, end),
      });

    test('REC-43 go on after a cut, and are kept once complete', async () => {
      const begun = await begin(owner, 'k.jpg');
      expect(begun.status).toBe(201);
      const address = new URL(begun.headers.get('location') ?? '', server.url).href;
      expect((await send(address, 0, 4)).status).toBe(204);
      const state = await fetch(address, { method: 'HEAD', headers: await headersOf(owner) });
      expect(state.headers.get('upload-offset')).toBe('4');
      expect((await objects(owner.client).download(`${folder}/k.jpg`)).error).not.toBeNull();
      expect((await send(address, 4, JPEG.length)).status).toBe(204);
      const { data } = await objects(owner.client).download(`${folder}/k.jpg`);
      expect((await bytesOf(data)).equals(JPEG)).toBe(true);
      expect((await fetch(address, { method: 'HEAD', headers: await headersOf(owner) })).status).toBe(404);
      expect((await begin(owner, 'k.jpg')).status).toBe(400);
    });

    test('REC-43 are of objects alone: a name that leads out of them asks nothing else', async () => {
      const names = [5, 6, 7].map((up) => `${'../'.repeat(up)}rest/v1/rpc/touch_session`);
      const answers = await Promise.all(names.map((name) => begin(owner, name)));
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    });

    test('REC-43 are refused before the first byte to who may not upload', async () => {
      expect((await begin(stranger, 'l.jpg')).status).toBe(400);
    });

    test('REC-43 are of their sender: whoever learns an address neither goes on, nor asks, nor ends it', async () => {
      const begun = await begin(owner, 'p.jpg');
      const address = new URL(begun.headers.get('location') ?? '', server.url).href;
      const patch = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
      const nobody = { apikey: server.keys.publishable, 'tus-resumable': '1.0.0' };
      for (const headers of [nobody, await headersOf(stranger)])
        for (const method of ['PATCH', 'HEAD', 'DELETE']) {
          const body = method === 'PATCH' ? { body: JPEG.subarray(0, 4) } : {};
          const answer = await fetch(address, { method, headers: { ...headers, ...patch }, ...body });
          expect(answer.status, method).toBe(400);
        }
      expect((await send(address, 0, JPEG.length)).status).toBe(204);
      const { data } = await objects(owner.client).download(`${folder}/p.jpg`);
      expect((await bytesOf(data)).equals(JPEG)).toBe(true);
    });
  });

  test('REC-54 refuses a name that cannot be, and an address that works for longer than a week', async () => {
    await upload(owner.client, 'n.jpg');
    const { data } = await owner.client.auth.getSession();
    const headers = {
      apikey: server.keys.publishable,
      authorization: `Bearer ${data.session?.access_token}`,
    };
    const place = `${server.url}/storage/v1/object`;
    for (const [method, address] of [
      ['GET', `${place}/things/${folder}/a%00b`],
      ['POST', `${place}/things/${folder}/a%00b`],
      ['POST', `${place}/sign/things/${folder}/a%00b`],
    ] as const)
      expect((await fetch(address, { method, headers })).status, address).toBe(400);
    const files = objects(owner.client);
    const name = `${folder}/n.jpg`;
    for (const seconds of [0, -1, 1.5, 604_801, 1e12]) {
      expect((await files.createSignedUrl(name, seconds)).error, `${seconds}`).not.toBeNull();
      expect((await files.createSignedUrls([name], seconds)).error, `${seconds}`).not.toBeNull();
    }
    expect((await files.createSignedUrl(name, 604_800)).error).toBeNull();
  });

  test('REC-40 lets the service remove what is of nobody', async () => {
    await upload(owner.client, 'h.jpg');
    const service = createClient(server.url, server.keys.secret);
    expect((await service.storage.from('things').remove([`${folder}/h.jpg`])).data).toHaveLength(1);
  });
});
