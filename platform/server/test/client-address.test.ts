import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { optionsFromEnv } from '../src/config/server-options.ts';
import { clientRule, peerOf } from '../src/network/client-address.ts';

const request = (remoteAddress: string, forwarded?: string) => ({
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  socket: { remoteAddress } as Socket,
});

describe('address of the client', () => {
  const clientOf = clientRule(['127.0.0.1', '10.0.0.0/8', '2001:db8:1::/48']);

  test.each([
    ['nobody between', '198.51.100.9', undefined, '198.51.100.9'],
    ['an anonymous visitor’s own header', '198.51.100.9', '203.0.113.1', '198.51.100.9'],
    ['one proxy', '127.0.0.1', '203.0.113.1', '203.0.113.1'],
    ['one proxy, on a dual socket', '::ffff:127.0.0.1', '203.0.113.1', '203.0.113.1'],
    ['two proxies', '127.0.0.1', '203.0.113.1, 10.1.2.3', '203.0.113.1'],
    [
      'what the client wrote before the proxy added its address',
      '127.0.0.1',
      '127.0.0.1, 1.2.3.4, 203.0.113.1',
      '203.0.113.1',
    ],
    ['a proxy that tells nothing', '127.0.0.1', undefined, '127.0.0.1'],
    ['a proxy that tells nonsense', '127.0.0.1', '203.0.113.1, unknown', '127.0.0.1'],
    ['numbers that are no address', '127.0.0.1', '1.2.3.4, 0x7f.1', '127.0.0.1'],
    ['an address with its port', '127.0.0.1', '203.0.113.1:4711', '203.0.113.1'],
    ['IPv6 with its port', '127.0.0.1', '[2001:db8:2::7]:4711', '2001:db8:2::7'],
    ['IPv6, in another spelling', '2001:DB8:1:0::9', '2001:db8:0002:0:0::7', '2001:db8:2::7'],
    ['only proxies', '127.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
    ['a closed connection', '', '203.0.113.1', ''],
  ])('SEC-08 %s', (_case, remote, forwarded, client) => {
    expect(clientOf(request(remote, forwarded))).toBe(client);
  });

  test('SEC-08 without trusted proxies the header counts for nothing', () => {
    expect(clientRule([])(request('127.0.0.1', '203.0.113.1'))).toBe('127.0.0.1');
  });

  test('SEC-08 limits count an IPv6 client by its network, an IPv4 client by its address', () => {
    expect(['203.0.113.1', '2001:db8:2:3:4:5:6:7', 'fe80::1%eth0', ''].map(peerOf)).toEqual([
      '203.0.113.1',
      '2001:db8:2:3::',
      'fe80::',
      '',
    ]);
  });

  test('SEC-08 TRUSTED_PROXIES takes addresses and networks, and nothing else', () => {
    const read = (list: string) => optionsFromEnv({ TRUSTED_PROXIES: list }).trustedProxies;
    expect([read(''), read('127.0.0.1, ::1 10.0.0.0/8')]).toEqual([[], ['127.0.0.1', '::1', '10.0.0.0/8']]);
    for (const wrong of ['proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', '127.1', '10.0.0.0/', '*']) {
      expect(() => read(wrong)).toThrow('TRUSTED_PROXIES: debe ser una lista de direcciones o redes');
    }
  });
});
