import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { refusedUrl } from '@/e2e/support/chaos-server'
import { listAddress, listModels } from './list-models'

const KEY = 'sk-test-SECRET-0123456789'
const servers: http.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})
/** A service whose list is this reply. */
async function serving(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): Promise<{ url: string; asked: http.IncomingMessage[] }> {
  const asked: http.IncomingMessage[] = []
  const server = http.createServer((request, response) => {
    asked.push(request)
    response.writeHead(status, headers).end(body)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked }
}
const list = (baseUrl: string, apiKey: string | null = KEY) =>
  listModels({ provider: 'openai', api: 'chat', model: 'm', baseUrl, apiKey, reach: 'own' })
const sentence = async (baseUrl: string, apiKey?: string | null) => {
  const result = await list(baseUrl, apiKey)
  if ('models' in result) throw new Error('a refusal was expected')
  return `${result.error.code}: ${result.error.message} ${result.error.hint}`
}

describe("a service's list of models", () => {
  it('is asked for at the base URL, with the key', async () => {
    const { url, asked } = await serving(200, JSON.stringify({ data: [{ id: 'small' }, { id: 'large' }] }))
    expect(await list(`${url}/`)).toEqual({ models: ['small', 'large'], blind: [] })
    expect([asked[0]?.method, asked[0]?.url, asked[0]?.headers.authorization]).toEqual([
      'GET',
      '/v1/models',
      `Bearer ${KEY}`,
    ])
    await list(url, null)
    expect(asked[1]?.headers.authorization).toBeUndefined()
  })

  it('is asked for with a key where the service says so in its own way', async () => {
    const body = [{ error: { code: 400, message: 'Missing or invalid Authorization header.' } }]
    expect(await list((await serving(400, JSON.stringify(body))).url, null)).toMatchObject({
      why: 'key',
      error: {
        code: 'provider_auth',
        message: 'The provider requires an API key (400).',
        said: 'Missing or invalid Authorization header.',
      },
    })
  })

  it('tells which models take no images, where the service says so', async () => {
    const models = [
      { id: 'sees', architecture: { input_modalities: ['text', 'image'] } },
      { id: 'reads', architecture: { input_modalities: ['text'] } },
      { id: 'small', capabilities: { vision: false } },
      { id: 'unknown', architecture: 7, capabilities: [] },
    ]
    const { url } = await serving(200, JSON.stringify({ data: models }))
    expect(await list(url)).toMatchObject({ blind: ['reads', 'small'] })
  })

  it('a service that is not there is named, with the reason', async () => {
    const url = await refusedUrl()
    expect(await sentence(url)).toBe(
      `provider_unreachable: The provider at ${new URL(url).host} cannot be reached: connection refused. Tried ${url}/models. Check that it is running and that the URL is correct.`,
    )
    expect(await sentence('http://no-such-host.invalid/v1')).toMatch(
      /The provider at no-such-host\.invalid cannot be reached: host name (not found|could not be resolved)/,
    )
  })

  it('no word of a reply that is no list is told, nor a key, nor what else stands in the address', async () => {
    const { url } = await serving(403, `root:x:0:0 ${KEY}`)
    expect(await sentence(url)).not.toMatch(/root:x|SECRET/)
    const inside = await serving(200, '<html>{"message":"root:x:0:0"}</html>')
    expect(await sentence(inside.url)).not.toContain('root:x')
    expect(listAddress({ baseUrl: 'https://me:pass@host.test/v1?api-key=1234' })).toBe(
      'https://host.test/v1/models',
    )
  })
})
