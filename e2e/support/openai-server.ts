import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { chatProtocol } from './chat-protocol'
import { bagOfWords } from './embedding'
import { type Api, type Counts, countsOf, type Protocol, plus, zero } from './openai-types'
import { responsesProtocol } from './responses-protocol'
import { ScriptedModel } from './scripted-model'

export type Received = {
  index: number
  api: Api
  body: Record<string, unknown>
  headers: http.IncomingHttpHeaders
  /** The request in the AI SDK's terms; null = it could not be parsed. */
  options: LanguageModelV4CallOptions | null
  /** Resolves when the connection closes: true = the client disconnected before the response was complete. */
  gone: Promise<boolean>
  /** The token counts that the server reported for it; null = none. */
  usage: Counts | null
}
/** Answers instead of the model; false = the model answers. */
export type Fault = (
  request: Received,
  protocol: Protocol,
  response: http.ServerResponse,
) => boolean | Promise<boolean>
export type ServerOptions = {
  model: LanguageModelV4 | ((request: Received) => LanguageModelV4)
  /** Ids for GET /v1/models. */
  models?: string[]
  /** Requests without this key in the Authorization header get a 401. */
  key?: string
  /** Makes the server reject requests it does not support: a refusal, or null. */
  refuse?: (body: Record<string, unknown>) => { status: number; message: string } | null
  fault?: Fault
  port?: number
  /** Asks the model the connection test's questions too; by default the server answers and forgets them. */
  tested?: boolean
  /**
   * Answers `/v1/embeddings`; default: a bag of words, see `./embedding.ts`. A status with a message is an
   * error.
   */
  embed?: (texts: string[], model: string) => unknown[][] | { status: number; message: string }
}
export type OpenAiServer = {
  /** The base URL, including `/v1`. */
  url: string
  requests: Received[]
  /** Calls to `/v1/embeddings`. */
  embedded: { model: string; texts: string[] }[]
  /** Sum of all reported token counts. */
  reported(): Counts
  /** Makes matching requests wait before their first byte, until `release`. */
  hold(which?: (request: Received) => boolean): void
  release(): void
  /** Resolves with the first matching request, past or future. */
  seen(which: (request: Received) => boolean): Promise<Received>
  close(): Promise<void>
}

const PROTOCOLS: Record<Api, Protocol> = { chat: chatProtocol, responses: responsesProtocol }

async function bodyOf(request: http.IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as Record<string, unknown>
}

export function sendJson(
  response: http.ServerResponse,
  status: number,
  body: unknown,
  headers: http.OutgoingHttpHeaders = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

export const sendError = (
  response: http.ServerResponse,
  status: number,
  message: string,
  headers: http.OutgoingHttpHeaders = {},
) =>
  sendJson(
    response,
    status,
    { error: { message, type: 'invalid_request_error', param: null, code: null } },
    headers,
  )

const isConnectionTest = (body: unknown) =>
  /"report_ready"|numbers from one to ten/.test(JSON.stringify(body))
/** Passes the connection test. */
const PASSING = new ScriptedModel(({ tools }) =>
  tools?.length
    ? { calls: [{ name: 'report_ready', args: { word: 'OK' } }] }
    : { text: ['one, two, ', 'three'] },
)

class Gate {
  #which: ((request: Received) => boolean) | null = null
  #open: (() => void)[] = []

  hold(which: (request: Received) => boolean) {
    this.#which = which
  }

  release() {
    this.#which = null
    for (const go of this.#open.splice(0)) go()
  }

  async pass(request: Received) {
    if (this.#which?.(request)) await new Promise<void>((resolve) => this.#open.push(resolve))
  }
}

async function answer(
  model: LanguageModelV4,
  request: Received,
  protocol: Protocol,
  response: http.ServerResponse,
) {
  const closed = new AbortController()
  response.on('close', () => closed.abort())
  const name = String(request.body.model)
  const { stream } = await model.doStream({ ...protocol.read(request.body), abortSignal: closed.signal })
  const parts: LanguageModelV4StreamPart[] = []
  const encoder = protocol.encoder(name)
  const streaming = request.body.stream === true
  if (streaming) {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(encoder.open())
  }
  for await (const part of stream) {
    if (closed.signal.aborted) return
    parts.push(part)
    if (part.type === 'finish') request.usage = countsOf(part.usage)
    const text = streaming ? encoder.part(part) : ''
    if (text) response.write(text)
  }
  if (streaming) response.end()
  else sendJson(response, 200, protocol.whole(name, parts))
}

/** Serves any language model as OpenAI's Chat Completions and Responses on a free port of 127.0.0.1. */
export async function serveOpenAi(options: ServerOptions): Promise<OpenAiServer> {
  const requests: Received[] = []
  const embedded: OpenAiServer['embedded'] = []
  const waiting: { which: (request: Received) => boolean; found: (request: Received) => void }[] = []
  const gate = new Gate()

  async function handle(incoming: http.IncomingMessage, response: http.ServerResponse) {
    const path = (incoming.url ?? '').split('?')[0]
    const bearer = (incoming.headers.authorization ?? '').replace(/^Bearer /, '')
    if (options.key && bearer !== options.key)
      return sendError(
        response,
        401,
        `Incorrect API key provided: ${bearer}. You can find your API key in your account.`,
      )
    if (path === '/v1/models')
      return sendJson(response, 200, {
        object: 'list',
        data: (options.models ?? ['test-model']).map((id) => ({
          id,
          object: 'model',
          created: 1,
          owned_by: 'test',
        })),
      })
    if (path === '/v1/embeddings') {
      const body = (await bodyOf(incoming)) as { input: string | string[]; model: string }
      const texts = [body.input].flat()
      embedded.push({ model: body.model, texts })
      const vectors = (options.embed ?? bagOfWords)(texts, body.model)
      if (!Array.isArray(vectors)) return sendError(response, vectors.status, vectors.message)
      const tokens = texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0)
      const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
      return sendJson(response, 200, {
        object: 'list',
        model: body.model,
        data,
        usage: { prompt_tokens: tokens, total_tokens: tokens },
      })
    }
    const api = (Object.keys(PROTOCOLS) as Api[]).find((each) => PROTOCOLS[each].path === path)
    if (!api) return sendError(response, 404, `no such path: ${path}`)

    const body = await bodyOf(incoming)
    const gone = new Promise<boolean>((resolve) =>
      response.on('close', () => resolve(!response.writableFinished)),
    )
    const request: Received = {
      index: requests.length,
      api,
      body,
      headers: incoming.headers,
      options: null,
      usage: null,
      gone,
    }
    try {
      request.options = PROTOCOLS[api].read(body)
    } catch {
      request.options = null
    }
    const isTest = !options.tested && isConnectionTest(body)
    if (!isTest) requests.push(request)
    for (const wait of isTest ? [] : waiting) if (wait.which(request)) wait.found(request)
    await gate.pass(request)
    if (response.destroyed) return
    if (options.fault && (await options.fault(request, PROTOCOLS[api], response))) return
    const refusal = options.refuse?.(body)
    if (refusal) return sendError(response, refusal.status, refusal.message)
    if (!request.options) return sendError(response, 400, 'the request is not of this API')
    const { model } = options
    await answer(
      isTest ? PASSING : typeof model === 'function' ? model(request) : model,
      request,
      PROTOCOLS[api],
      response,
    )
  }

  const server = http.createServer((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else sendError(response, 500, error instanceof Error ? error.message : String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    embedded,
    reported: () =>
      requests.reduce((sum, request) => (request.usage ? plus(sum, request.usage) : sum), zero()),
    hold: (which = () => true) => gate.hold(which),
    release: () => gate.release(),
    seen: (which) =>
      new Promise((found) => {
        const past = requests.find(which)
        if (past) found(past)
        else waiting.push({ which, found })
      }),
    close: async () => {
      gate.release()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
