import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import OpenAI, { APIError } from 'openai'
import { serveOpenAi } from '@/e2e/support/openai-server'
import { ScriptedModel, type ScriptedTurn } from '@/e2e/support/scripted-model'
import { env } from '@/lib/config/env'
import { testingEnv } from '@/lib/config/testing-env'
import { ensureUser } from '@/lib/db/users'
import { serveRequests } from '@/lib/mcp/testing-mcp'
import { admit } from '@/lib/server/admission'
import { openFrontDoor } from '@/lib/server/front-door'
import type { Caller } from '@/lib/services/caller'
import { createToken } from '@/lib/services/door/tokens'
import { service } from '@/lib/services/service'
import type { Scope } from '@/lib/shared/door'
import { forgetAll } from '@/lib/shared/once'
import { POST as unknown } from './[...path]/route'
import { POST } from './chat/completions/route'
import { GET as oneModel } from './models/[id]/route'
import { GET } from './models/route'
import { DELETE as deleteResponse, GET as oneResponse } from './responses/[id]/route'
import { POST as postResponses } from './responses/route'

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every kind
export type Body = any
type Asked = { key?: string; headers?: Record<string, string>; signal?: AbortSignal }

/** The endpoint on a server of its own behind the front door, with its own database. */
export async function endpoint(given: Record<string, string> = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-endpoint-'))
  const values = {
    ...{ DATABASE_URL: `file:${folder}/mneme.db`, MNEME_DATA_DIR: folder, MNEME_OFFLINE_DELAY_MS: '0' },
    ...given,
  }
  testingEnv(values)
  const running = await service()
  const ownerId = given.MNEME_ACCESS_TOKEN ? 'ann' : 'local'
  await ensureUser(running.db, ownerId, running.runtime.now())
  const person: Caller = { ...running, ownerId }
  const server = await serveRequests((request) => {
    const [of = '', id] = new URL(request.url).pathname.replace('/api/v1/', '').split('/')
    const context = { params: Promise.resolve({ id: id ?? '' }) }
    const routes: Record<string, () => Promise<Response>> = {
      'GET models': () => (id ? oneModel(request, context) : GET(request)),
      'POST chat': () => POST(request),
      'POST responses': () => (id ? unknown(request) : postResponses(request)),
      'GET responses': () => oneResponse(request, context),
      'DELETE responses': () => deleteResponse(request),
    }
    return (routes[`${request.method} ${of}`] ?? (() => unknown(request)))()
  })
  const port = Number(new URL(server.url).port)
  // Other servers of this process, such as a provider's, have no door.
  const closeDoor = openFrontDoor(env, undefined, (of, request, stranger) =>
    request.socket.localPort === port
      ? admit(of, request, stranger)
      : { refusal: null, bodyMs: 60_000, known: true },
  )
  const base = `${server.url}/api/v1`
  const token = async (name: string, may: Scope[] = ['chat'], owner = ownerId) =>
    (await createToken({ ...person, ownerId: owner }, { name, life: 'month', may })).key
  const key = await token('LibreChat')
  const post = (body: unknown, { key: given = key, headers = {}, signal }: Asked = {}) =>
    fetch(`${base}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${given}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    })
  /** A message, with what was said before it. */
  const say = async (
    text: string | object[],
    earlier: object[] = [],
    more: Asked & { body?: object } = {},
  ) => {
    const { body, ...asked } = more
    const messages = [...earlier, { role: 'user', content: text }]
    const response = await post({ model: 'mneme-auto', messages, ...body }, asked)
    const answer = (await response.json()) as Body
    return {
      ...{ status: response.status, body: answer, text: answer.choices?.[0]?.message.content as string },
      conversation: response.headers.get('x-mneme-conversation') ?? '',
      turnId: String(answer.id).replace('chatcmpl-', ''),
    }
  }
  const close = async () => {
    closeDoor()
    await server.close()
    await running.stop()
    forgetAll((name) => !name.startsWith('test-'))
    rmSync(folder, { recursive: true, force: true })
    testingEnv()
  }
  const turns = () => running.db.turn.findMany({ orderBy: { createdAt: 'asc' } })
  return { ...running, base, person, key, token, post, say, turns, values, close }
}
export type Endpoint = Awaited<ReturnType<typeof endpoint>>

/** The chunks of a stream, and whether `[DONE]` ended it. */
export async function chunksIn(response: Response): Promise<{ chunks: Body[]; done: boolean }> {
  const events = response.body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
  const chunks: Body[] = []
  let done = false
  for await (const { data } of events ?? []) {
    if (data === '[DONE]') done = true
    else chunks.push(JSON.parse(data))
  }
  return { chunks, done }
}
export const textIn = (chunks: Body[], name = 'content') =>
  chunks.map((chunk) => chunk.choices?.[0]?.delta?.[name] ?? '').join('')

export type OpenAiEndpoint = Awaited<ReturnType<typeof openAiEndpoint>>
/** The endpoint with OpenAI's own package as its client, and behind it a model that says what the test sets. */
export async function openAiEndpoint() {
  const turn = { now: {} as ScriptedTurn }
  const server = await serveOpenAi({ model: new ScriptedModel(() => turn.now) })
  const e = await endpoint({ OPENAI_BASE_URL: server.url, MNEME_FAST_MODEL: 'big' })
  const openai = new OpenAI({ baseURL: e.base, apiKey: e.key, maxRetries: 0 })
  const close = async () => {
    await e.close()
    await server.close()
  }
  return { turn, server, e, openai, close }
}

/** What the package says that went wrong; null = nothing. */
export const failure = (run: Promise<unknown>) =>
  run.then(
    () => null,
    (error: unknown) => (error instanceof APIError ? [error.status, error.code, error.message] : error),
  )
