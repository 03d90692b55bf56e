import { spawn } from 'node:child_process'
import dns from 'node:dns/promises'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { words } from '#testing/words.ts'
import { findAddresses, isPublicAddress, spelledAddresses } from './addresses.ts'

test.each(words`
  10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 127.0.0.1 127.255.0.1 0.0.0.0 0.1.2.3 169.254.169.254 100.64.0.1
  100.127.255.255 192.0.0.1 192.0.0.170 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1
  224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
`)('%s is no public address, nor is it within IPv6', (address) => {
  expect(isPublicAddress(address)).toBe(false)
  expect(isPublicAddress(`::ffff:${address}`)).toBe(false)
})

test.each(words`
  :: ::1 ::127.0.0.1 ::7f00:1 ::ffff:7f00:1 ::ffff:a9fe:a9fe ::ffff:0:7f00:1 64:ff9b::a00:1 64:ff9b::808:808
  64:ff9b:1::a00:1 2002:a00:1:: 2002:7f00:1:: 2001:0:a00:1::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 3fff::1
  3fff:fff::1 fc00::1 fd12:3456::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1 ff0e::1 100::1 100:0:0:1::1 4000::1 5f00::1
  localhost push.test 127.1 2130706433
`)('%s is no public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(words`
  1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.1 172.32.0.1 169.253.0.1 198.20.0.1 223.255.255.255 2606:4700::1111
  2a00:1450:4001:81b::200a ::ffff:8.8.8.8 ::ffff:808:808 2001:4860:4860::8888 2001:67c:2e8:22::c100:68b 2620:fe::fe
  2400:cb00::1 2c0f:f248::1
`)('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  ['127.0.0.1', ['127.0.0.1']],
  ['fe80::1', ['fe80::1']],
  ['localhost', ['127.0.0.1', '::1']],
  ['localhost.', ['127.0.0.1', '::1']],
  ['till.localhost', ['127.0.0.1', '::1']],
  ['localhost.test', undefined],
  ['mylocalhost', undefined],
  ['', undefined],
])('the spelling of "%s" tells %j', (host, addresses) => {
  expect(spelledAddresses(host)).toEqual(addresses)
})

describe('looking names up', () => {
  /** Names that are being looked up, in their order, and what ends it; without an address the name is not found. */
  const asked = new Map<string, (address?: string) => void>()

  beforeEach(() => {
    asked.clear()
    vi.spyOn(dns, 'lookup').mockImplementation(
      ((name: string) =>
        new Promise((resolve, reject) => {
          asked.set(name, (address) =>
            address === undefined ? reject(new Error()) : resolve([{ address, family: 4 }]),
          )
        })) as unknown as typeof dns.lookup,
    )
    onTestFinished(() => void vi.restoreAllMocks())
  })

  async function find(name: string, address?: string) {
    const found = findAddresses(name)
    asked.get(name)?.(address)
    return found
  }

  test('asks once for all who want a name at a time', async () => {
    const both = [findAddresses('a.test'), findAddresses('a.test')]
    asked.get('a.test')?.('192.0.2.1')
    expect(await Promise.all(both)).toEqual([
      [{ address: '192.0.2.1', family: 4 }],
      [{ address: '192.0.2.1', family: 4 }],
    ])
    expect(dns.lookup).toHaveBeenCalledOnce()
    await find('a.test')
    expect(dns.lookup).toHaveBeenCalledTimes(2)
  })

  test('asks nobody about an IP address', async () => {
    expect(await findAddresses('::1')).toEqual([{ address: '::1', family: 6 }])
    expect(dns.lookup).not.toHaveBeenCalled()
  })

  test('leaves threads to others while many names hang, and delays none that was found before', async () => {
    await find('good.test', '192.0.2.1')
    const dead = Array.from({ length: 9 }, (_, number) => findAddresses(`dead${number}.test`))
    expect([...asked.keys()].slice(1)).toEqual(['dead0.test', 'dead1.test', 'dead2.test'])
    expect(await find('good.test', '192.0.2.1')).toHaveLength(1)
    // Each makes room for the next.
    await expect
      .poll(() => {
        for (const end of asked.values()) end()
        return asked.size
      })
      .toBe(10)
    for (const end of asked.values()) end()
    expect((await Promise.all(dead)).flat()).toEqual([])
  })

  test('counts a name that is gone among the others again', async () => {
    await find('gone.test', '192.0.2.1')
    await find('gone.test')
    const dead = [1, 2, 3].map((number) => findAddresses(`dead${number}.test`))
    const again = findAddresses('gone.test')
    expect(dns.lookup).toHaveBeenCalledTimes(5)
    for (const end of asked.values()) end()
    await Promise.all(dead)
    await expect.poll(() => vi.mocked(dns.lookup).mock.calls.length).toBe(6)
    asked.get('gone.test')?.('192.0.2.1')
    expect(await again).toHaveLength(1)
  })
})

test('the desk starts with threads enough for lookups', async () => {
  const preload = `process.on('exit', () => console.log('threads', process.env.UV_THREADPOOL_SIZE))`
  const program = fileURLToPath(new URL('../../../start.js', import.meta.url))
  const args = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, program]
  // It exits at once.
  const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'], PORT: 'none' } })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  await once(child, 'close')
  expect(output).toBe('threads 16\n')
})
