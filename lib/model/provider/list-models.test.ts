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

  it('has names that a key may be, too', async () => {
    const { url } = await serving(200, JSON.stringify({ data: [{ id: 'ollama/llama3' }, { id: KEY }] }))
    expect(await list(url, 'ollama')).toMatchObject({ models: ['ollama/llama3', KEY] })
  })

  it('may be bare, and hold entries without a usable name', async () => {
    const entries = [{ id: 'small' }, { name: 'no id' }, { id: 'x'.repeat(300) }, 7, { id: 'large' }]
    for (const body of [entries, { data: entries }])
      expect(await list((await serving(200, JSON.stringify(body))).url)).toEqual({
        models: ['small', 'large'],
        blind: [],
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

  it.each([
    [
      400,
      '[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]',
      /^provider_auth: The provider rejected the API key \(400\)\./,
    ],
    [401, '{"error":{"message":"no"}}', /^provider_auth: The provider rejected the API key \(401\)\./],
    [404, 'nothing', /^provider_error: 127\.0\.0\.1:\d+ has no model list at this URL \(404\)\. .*\/v1/],
    [500, 'oops', /^provider_error: Model server error \(500\)\./],
    [
      200,
      '<!doctype html><title>Router</title>',
      /^provider_garbled: The provider at 127\.0\.0\.1:\d+ sent a web page/,
    ],
    [200, '', /^provider_garbled: .* sent an empty reply/],
    [200, '{"hello":1}', /^provider_garbled: .* sent an invalid reply/],
  ])('a reply of %i says what came back and what was tried', async (status, body, words) => {
    const { url } = await serving(status, body)
    expect(await sentence(url)).toMatch(words)
    expect(await sentence(url)).toContain(`Tried ${url}/models.`)
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

  it('a redirect is not followed', async () => {
    const inside = await serving(200, JSON.stringify({ data: [{ id: 'secret' }] }))
    const { url } = await serving(302, '', { location: `${inside.url}/models` })
    expect(await sentence(url)).toContain('redirects to another URL (302), which Mneme does not follow')
    expect(inside.asked).toEqual([])
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
