import type { Kind } from '../kind'
import { ALL, kind } from '../make'
import { chat, chatDocument, chunk, document, USAGE } from '../wire-chat'
import { choicesOf, odd } from './odd-forms'

type Json = Record<string, unknown>
const SSE = 'https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream'

export const oddFraming: Kind[] = [
  odd('ping events', 'caozhiyuan/copilot-api#88', {
    edit: (events) =>
      events.flatMap((event) => ['event: ping\ndata: {"type": "ping"}\n\n', event as Json | string]),
  }),
  odd('ping events without JSON', 'caozhiyuan/copilot-api#88', {
    edit: (events) => events.flatMap((event) => ['event: ping\ndata: ping\n\n', event as Json | string]),
  }),
  odd('empty data lines', 'netease-lcap/wave-agent#1326', {
    edit: (events) => events.flatMap((event) => ['data: \n\n', event as Json | string, 'data:\n\n']),
  }),
  odd('comment lines', 'https://openrouter.ai/docs/api_reference/streaming#additional-information', {
    edit: (events) => events.flatMap((event) => [': OPENROUTER PROCESSING\n\n', event as Json | string]),
  }),
  odd('CRLF line ends', SSE, { frame: (json) => `data: ${json}\r\n\r\n` }),
  odd('CR line ends', SSE, { frame: (json) => `data: ${json}\r\r` }),
  odd('no space after data:', SSE, { frame: (json) => `data:${json}\n\n` }),
  odd('event, id and retry lines', SSE, {
    frame: (json) => `id: 7\nevent: message\nretry: 3000\ndata: ${json}\n\n`,
  }),
  odd('data over several lines', SSE, {
    frame: (json) =>
      json === '[DONE]'
        ? `data: ${json}\n\n`
        : `${JSON.stringify(JSON.parse(json), null, 1)
            .split('\n')
            .map((line) => `data: ${line}`)
            .join('\n')}\n\n`,
  }),
  odd('a byte order mark', SSE, { edit: (events) => ['\uFEFF', ...events] }),
  odd('no [DONE]', 'https://ai.google.dev/gemini-api/docs/openai', { done: '' }),
  odd('no [DONE] and no usage', 'https://ai.google.dev/gemini-api/docs/openai', { done: '', usage: null }),
  odd('[DONE] without a finish_reason', 'jakobdylanc/llmcord#84', { finish: null }),
  odd('usage after [DONE]', 'own: gateways that append the usage', {
    edit: (events) => events.filter((event) => choicesOf(event).length > 0),
    done: `data: [DONE]\n\ndata: ${JSON.stringify({ ...chunk({}), choices: [], usage: USAGE })}\n\n`,
  }),
  {
    name: 'a whole document instead of a stream',
    source: 'https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility/',
    apis: ['chat'],
    phases: ALL,
    serve: (_, said) => document(200, chatDocument(said)),
  },
  kind('a whole document as the only event', 'own: gateways that make a stream of a whole answer', {
    phases: ALL,
    serve: (_, said) =>
      document(200, `data: ${JSON.stringify(chatDocument(said))}\n\ndata: [DONE]\n\n`, {
        'content-type': 'text/event-stream',
      }),
  }),
  kind('a stream that says it is JSON', 'SaladDay/cc-switch-cli#170', {
    phases: ALL,
    serve: (_, said) => ({ ...chat(said), headers: { 'content-type': 'application/json' } }),
  }),
]
