import type http from 'node:http'
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { type Received, sendError } from './openai-server'
import { type Counts, countsOf, type Encoder, event, type Protocol, usageOf } from './openai-types'

export const FAULTS = [
  'unauthorised',
  'forbidden',
  'not-found',
  'rate-limit-1',
  'rate-limit-120',
  'rate-limit-date',
  'rate-limit-bare',
  'server-error',
  'html',
  'empty-body',
  'half-json',
  'json-error',
  'error-event',
  'early-error-event',
  'cut',
  'cut-after-usage',
  'reset',
  'reset-at-once',
  'corrupt',
  'empty-text',
  'huge',
  'endless',
  'noise',
  'one-line',
  'stall',
  'stall-midway',
  'drip',
  'unknown-tool',
  'bad-tool-json',
  'wrong-tool-arguments',
  'failing-tool',
] as const
export type FaultName = (typeof FAULTS)[number]

/** The counts that a fault reports, different for each request so that sums can be traced. */
const countsFor = (request: Received): Counts => ({
  inputTokens: 100 + 7 * request.index,
  cachedTokens: 11,
  outputTokens: 20 + 3 * request.index,
  reasoningTokens: 5,
})

type Turn = { request: Received; response: http.ServerResponse; encoder: Encoder; dripMs: number }

const text = (delta: string): LanguageModelV4StreamPart => ({ type: 'text-delta', id: 't', delta })
const finish = (request: Received, unified: 'stop' | 'tool-calls' = 'stop'): LanguageModelV4StreamPart => ({
  type: 'finish',
  finishReason: { unified, raw: undefined },
  usage: usageOf(countsFor(request)),
})

function open({ response, encoder }: Turn) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(encoder.open())
}

/** Starts an answer of three words. */
function begin(turn: Turn) {
  open(turn)
  for (const word of ['one ', 'two ', 'three ']) turn.response.write(turn.encoder.part(text(word)))
}

function end(turn: Turn, part: LanguageModelV4StreamPart) {
  if (part.type === 'finish') turn.request.usage = countsOf(part.usage)
  turn.response.end(turn.encoder.part(part))
}

function call(turn: Turn, toolName: string, input: string) {
  open(turn)
  turn.response.write(
    turn.encoder.part({ type: 'tool-call', toolCallId: `call_${turn.request.index}`, toolName, input }),
  )
  end(turn, finish(turn.request, 'tool-calls'))
}

/** Writes as fast as the reader accepts, at least `bytes` or without end. */
function pour({ response }: Turn, piece: string, bytes: number, then: () => void) {
  let sent = 0
  const more = () => {
    while (sent < bytes) {
      if (response.destroyed) return
      sent += piece.length
      if (!response.write(piece)) {
        response.once('drain', more)
        return
      }
    }
    then()
  }
  more()
}

const slowDown = (response: http.ServerResponse, retryAfter?: string) =>
  sendError(response, 429, 'slow down', retryAfter === undefined ? {} : { 'retry-after': retryAfter })
const firstTool = (request: Received) =>
  request.options?.tools?.map((tool) => tool.name).find((name) => name !== 'continue_thinking') ?? 'read_file'

const DO: Record<FaultName, (turn: Turn) => void> = {
  unauthorised: ({ request, response }) =>
    sendError(
      response,
      401,
      `Incorrect API key provided: ${String(request.headers.authorization).replace('Bearer ', '')}.`,
    ),
  forbidden: ({ request, response }) =>
    sendError(response, 403, `The key ${request.headers.authorization} may not use this model`),
  'not-found': ({ response }) => sendError(response, 404, 'The model does not exist'),
  'rate-limit-1': ({ response }) => slowDown(response, '1'),
  'rate-limit-120': ({ response }) => slowDown(response, '120'),
  'rate-limit-date': ({ response }) => slowDown(response, 'Wed, 21 Oct 2026 07:28:05 GMT'),
  'rate-limit-bare': ({ response }) => slowDown(response),
  'server-error': ({ response }) => {
    response.writeHead(500, { 'content-type': 'text/plain' })
    response.end('boom')
  },
  html: ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><html><body>Please sign in to the network</body></html>')
  },
  'empty-body': ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end()
  },
  'half-json': ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end('data: {"id":"x","choices":[{"ind')
  },
  'json-error': ({ request, response }) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message: `quota of ${request.headers.authorization} used up` } }))
  },
  'error-event': (turn) => {
    begin(turn)
    turn.response.write(turn.encoder.error('the server is overloaded'))
    end(turn, finish(turn.request))
  },
  'early-error-event': (turn) => {
    open(turn)
    turn.request.usage = countsFor(turn.request)
    turn.response.write(turn.encoder.usage(turn.request.usage))
    turn.response.end(turn.encoder.error('the server is overloaded'))
  },
  cut: (turn) => {
    begin(turn)
    turn.response.end()
  },
  'cut-after-usage': (turn) => {
    begin(turn)
    turn.request.usage = countsFor(turn.request)
    turn.response.end(turn.encoder.usage(turn.request.usage))
  },
  reset: (turn) => {
    begin(turn)
    turn.request.usage = countsFor(turn.request)
    turn.response.write(turn.encoder.usage(turn.request.usage))
    // A reset discards data that the reader has not read yet.
    setTimeout(() => turn.response.socket?.resetAndDestroy(), 30)
  },
  'reset-at-once': ({ response }) => {
    response.socket?.resetAndDestroy()
  },
  corrupt: (turn) => {
    begin(turn)
    turn.response.write(event('{oops'))
    turn.response.write(turn.encoder.part(text('after the hole')))
    end(turn, finish(turn.request))
  },
  'empty-text': (turn) => {
    open(turn)
    turn.response.write(turn.encoder.part(text('')))
    end(turn, finish(turn.request))
  },
  huge: (turn) => {
    open(turn)
    pour(turn, turn.encoder.part(text('x'.repeat(1_000))), 24_000_000, () => end(turn, finish(turn.request)))
  },
  endless: (turn) => {
    open(turn)
    pour(turn, turn.encoder.part(text('x'.repeat(1_000))), Number.POSITIVE_INFINITY, () => {})
  },
  noise: (turn) => {
    open(turn)
    pour(turn, `: ${'z'.repeat(60_000)}\n\n`, Number.POSITIVE_INFINITY, () => {})
  },
  'one-line': (turn) => {
    open(turn)
    turn.response.write('data: {"id":"')
    pour(turn, 'z'.repeat(60_000), Number.POSITIVE_INFINITY, () => {})
  },
  stall: () => {},
  'stall-midway': begin,
  drip: (turn) => {
    open(turn)
    const { response, dripMs } = turn
    const byte = () => {
      if (response.destroyed) return
      response.write(':')
      setTimeout(byte, dripMs).unref()
    }
    setTimeout(byte, dripMs).unref()
  },
  'unknown-tool': (turn) => call(turn, 'format_disk', '{"now":true}'),
  'bad-tool-json': (turn) => call(turn, firstTool(turn.request), '{"path": "unclosed'),
  'wrong-tool-arguments': (turn) => call(turn, firstTool(turn.request), '{"path": 42}'),
  'failing-tool': (turn) => call(turn, 'read_file', '{"path":"does-not-exist.txt"}'),
}

export function misbehave(
  name: FaultName,
  request: Received,
  protocol: Protocol,
  response: http.ServerResponse,
  dripMs: number,
) {
  DO[name]({ request, response, encoder: protocol.encoder(String(request.body.model)), dripMs })
}
