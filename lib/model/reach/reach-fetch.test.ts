import { Agent, fetch as undiciFetch } from 'undici'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { limits } from '@/lib/shared/limits'
import { checkAddress, type ResolveName, reachFetch, refusedAddress } from './reach-fetch'
import { nameServer, type Place, place } from './testing-places'

const PUBLIC = '93.184.216.34'
const open: Place[] = []
async function inside(...given: Parameters<typeof place>): Promise<Place> {
  const made = await place(...given)
  open.push(made)
  return made
}
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(open.splice(0).map((each) => each.close()))
})
const refused = (asked: Promise<unknown>) => asked.then(() => null, refusedAddress)

describe('shared: nobody’s call reaches the network of the server', () => {
  it('by an address, however it is written, or by a name of this machine', async () => {
    const here = await inside()
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '017700000001',
      '0.0.0.0',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::1]',
      '[::]',
      'localhost',
      'LocalHost',
    ])
      expect([host, (await refused(reachFetch('public')(`${here.at(host)}/models`)))?.failure.code]).toEqual([
        host,
        'provider_refused',
      ])
    expect(here.connections).toBe(0)
  })

  it.each([
    ['loopback', ['127.0.0.1']],
    ['the metadata service', ['169.254.169.254']],
    ['a private address among public ones', [PUBLIC, '10.0.0.7', PUBLIC]],
    ['the same in IPv6', [PUBLIC, '::ffff:10.0.0.7']],
  ])('by a name that resolves to %s', async (_, answer) => {
    const here = await inside()
    const names = nameServer(answer)
    const found = await refused(reachFetch('public', names.resolve)(here.at('models.example')))
    expect(found?.message).toContain('models.example is inside this server’s network')
    expect(found?.failure).not.toMatchObject({ message: expect.stringContaining(answer.at(-1) ?? '') })
    expect([names.asked(), here.connections]).toEqual([1, 0])
  })

  it('by a name that was public when it was saved and is not any more (DNS rebinding)', async () => {
    const here = await inside()
    const names = nameServer([PUBLIC], ['127.0.0.1'])
    expect(await checkAddress(here.at('rebind.example'), 'public', names.resolve)).toBeNull()
    expect(await refused(reachFetch('public', names.resolve)(here.at('rebind.example')))).not.toBeNull()
    expect([names.asked(), here.connections]).toEqual([2, 0])
  })

  it('negative control: a check apart from the connection is rebound', async () => {
    const here = await inside()
    const names = nameServer([PUBLIC], ['127.0.0.1'])
    const url = here.at('rebind.example')
    const unpinned = new Agent({
      connect: {
        lookup: (name, _, callback) => void names.resolve(name).then((found) => callback(null, found)),
      },
    })
    expect(await checkAddress(url, 'public', names.resolve)).toBeNull()
    expect(await (await undiciFetch(url, { dispatcher: unpinned })).text()).toBe('secret of the inside')
    expect(here.connections).toBe(1)
    await unpinned.close()
  })
})

describe('local: the owner may call this machine', () => {
  it('by address and by name, which is resolved once and connected to where it was checked', async () => {
    const here = await inside()
    const names = nameServer(['127.0.0.1'], ['169.254.169.254'])
    const fetch = reachFetch('own', names.resolve)
    expect(await (await fetch(here.at('models.example'))).text()).toBe('secret of the inside')
    expect([names.asked(), here.requests[0]?.headers.host]).toEqual([1, `models.example:${here.port}`])
    expect((await fetch(here.url)).ok).toBe(true)
    expect((await reachFetch('own')(here.at('localhost'))).ok).toBe(true)
  })

  it.each([
    '169.254.169.254',
    '[fe80::1]',
    '[::ffff:a9fe:a9fe]',
    '0xa9fea9fe',
    '[fd00:ec2::254]',
    '224.0.0.1',
    '255.255.255.255',
  ])('but not %s', async (host) => {
    expect((await refused(reachFetch('own')(`http://${host}/latest/meta-data`)))?.failure.code).toBe(
      'provider_refused',
    )
  })

  it('nor a name of the metadata service', async () => {
    const found = await refused(
      reachFetch('own', nameServer(['169.254.169.254']).resolve)('http://metadata.google.internal/'),
    )
    expect(found?.failure).toMatchObject({
      message: expect.stringContaining('metadata.google.internal is a reserved address'),
      hint: expect.stringContaining('MNEME_MODEL_HOSTS'),
    })
  })
})

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    '%i is handed back: the place it names gets no request',
    async (status) => {
      const second = await inside()
      for (const reach of ['own', 'trusted'] as const) {
        const first = await inside(
          (_, response) => void response.writeHead(status, { location: second.url }).end(),
        )
        for (const init of [{}, { method: 'POST', body: '{}' }, { redirect: 'follow' as const }])
          expect((await reachFetch(reach)(first.url, init)).status).toBe(status)
      }
      expect(second.connections).toBe(0)
    },
  )

  it('negative control: a fetch that follows arrives there', async () => {
    const second = await inside()
    const first = await inside((_, response) => void response.writeHead(302, { location: second.url }).end())
    await globalThis.fetch(first.url)
    expect(second.requests).toHaveLength(1)
  })
})

describe('other failures', () => {
  it('stay what they are: no such name, nothing there, given up', async () => {
    const gone = await place()
    await gone.close()
    const codeOf = (asked: Promise<unknown>) =>
      asked.then(String, (error: Error & { cause?: { code?: string } }) => error.cause?.code ?? error.name)
    expect(await codeOf(reachFetch('own')(gone.url))).toBe('ECONNREFUSED')
    expect(await codeOf(reachFetch('public', nameServer([]).resolve)('http://nobody.example/'))).toBe(
      'ENOTFOUND',
    )
    expect(
      await codeOf(reachFetch('own')((await inside(() => {})).url, { signal: AbortSignal.timeout(50) })),
    ).toBe('TimeoutError')
  })
})

describe('before saving', () => {
  const check = (address: string, resolve?: ResolveName) => checkAddress(address, 'public', resolve)

  it('an address inside is refused in words that say what to do', async () => {
    for (const host of ['10.0.0.7', '[::1]', 'localhost', '2130706433'])
      expect(await check(`http://${host}/v1`)).toMatchObject({
        code: 'provider_refused',
        message: expect.stringContaining('inside this server’s network'),
        hint: expect.stringContaining('public address'),
      })
    expect(await checkAddress('http://10.0.0.7/v1', 'own')).toBeNull()
    expect(await checkAddress('http://169.254.169.254/v1', 'own')).toMatchObject({ code: 'provider_refused' })
    expect(await checkAddress('http://169.254.169.254/v1', 'trusted')).toBeNull()
  })

  it('a name that does not resolve now, or not soon, is left to the calls', async () => {
    expect(await check('http://nobody.example/v1', nameServer([]).resolve)).toBeNull()
    vi.useFakeTimers()
    const asked = check('http://slow.example/v1', () => new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(limits.model.resolveMs)
    expect(await asked).toBeNull()
  })
})
