import type { Kind, Piece, Reply } from '../kind'
import { ANSWER_ONLY, good } from '../make'
import { ANSWER, says } from '../script'
import { chat } from '../wire-chat'
import { responses } from '../wire-responses'

const SECOND = 1_000
const OLLAMA =
  'https://github.com/ollama/ollama/blob/main/docs/faq.md#how-do-i-keep-a-model-loaded-in-memory-or-make-it-unload-immediately'
const LLAMA_CPP = 'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md'
const BOTH = ['chat', 'responses'] as const
/** A service that is not on this machine. The bench sends its calls to the server here. */
const FAR = 'https://slow.example.com/v1'

/** Pauses within a good reply: before its first byte, after its headers, and between its events. */
type Pauses = { headers?: number; first?: number; between?: number; beforeCalls?: number; ping?: string }

function paced(reply: Reply, { headers = 0, first = 0, between = 0, beforeCalls = 0, ping }: Pauses): Reply {
  const { pieces: events, ...rest } = reply
  const wait = (ms: number): Piece[] =>
    ping && ms > 0
      ? Array.from({ length: Math.ceil(ms / (10 * SECOND)) }, (): Piece[] => [
          ping,
          { waitMs: 10 * SECOND },
        ]).flat()
      : ms > 0
        ? [{ waitMs: ms }]
        : []
  const firstCall = events.findIndex((event) => /tool_calls"|function_call/.test(String(event)))
  return {
    ...rest,
    ...(headers ? { waitMs: headers } : {}),
    pieces: [
      ...wait(first),
      ...events.flatMap((event, at) => [
        ...(at === firstCall ? wait(beforeCalls) : []),
        event,
        ...wait(between),
      ]),
    ],
  }
}

const slow = (name: string, source: string, pauses: Pauses, more: Partial<Kind> = {}): Kind => ({
  name,
  source,
  apis: BOTH,
  phases: ANSWER_ONLY,
  serve: (seen, said) => paced(good(seen, said), pauses),
  ...more,
})

/** 180 words, one every 2 seconds. */
const TRICKLE = Array.from({ length: 180 }, (_, at) => `word${String(at).padStart(3, '0')}`).join(' ')
const isNear = (kind: Kind) => ({ ...kind, name: `${kind.name}, on this machine` })
const isFar = (kind: Kind) => ({ ...kind, name: `${kind.name}, elsewhere`, baseUrl: FAR })
const stalled = (reply: Reply, said: string): Reply => ({
  ...reply,
  pieces: reply.pieces.slice(0, said ? 3 : 0),
  end: 'hang',
})

export const slowServices: Kind[] = [
  ...[isNear, isFar].map((place) =>
    place(
      slow(
        '45 s of silence before a tool call',
        'https://github.com/ollama/ollama/blob/main/openai/openai.go',
        { beforeCalls: 45 * SECOND },
      ),
    ),
  ),
  ...[isNear, isFar].map((place) =>
    place(
      slow(
        'a word every 2 s for 6 minutes',
        LLAMA_CPP,
        {},
        {
          says: () => [says(TRICKLE)],
          serve: ({ api }, said) =>
            paced(api === 'chat' ? chat(said, { every: 8 }) : responses(said, { every: 8 }), {
              between: 2 * SECOND,
            }),
          expect: { answer: TRICKLE, tools: [], reasoning: '', mostRequests: 1 },
        },
      ),
    ),
  ),
  isNear(slow('60 s to the first byte', OLLAMA, { headers: 60 * SECOND })),
  isNear(slow('6 minutes to the first byte', OLLAMA, { headers: 360 * SECOND })),
  isFar(
    slow('48 s to the first byte', 'https://openrouter.ai/docs/api_reference/streaming', {
      headers: 48 * SECOND,
    }),
  ),
  isNear(slow('headers at once and 2 minutes to the first event', LLAMA_CPP, { first: 120 * SECOND })),
  ...[isNear, isFar].map((place) =>
    place(
      slow(
        '3 minutes of comments before the first word',
        'https://openrouter.ai/docs/api_reference/streaming#additional-information',
        { first: 180 * SECOND, ping: ': OPENROUTER PROCESSING\n\n' },
      ),
    ),
  ),
  isFar(
    slow(
      '2 minutes of pings before the tool call',
      'https://docs.anthropic.com/en/docs/build-with-claude/streaming#ping-events',
      { beforeCalls: 120 * SECOND, ping: ': ping\n\n' },
    ),
  ),
  isNear(slow('a slow note', OLLAMA, { headers: 50 * SECOND }, { phases: ['notes'] })),
  isFar(
    slow(
      'a slow note',
      'https://openrouter.ai/docs/api_reference/streaming',
      { headers: 50 * SECOND },
      { phases: ['notes'] },
    ),
  ),
  {
    ...isNear(slow('a slow classification', OLLAMA, { headers: 30 * SECOND }, { phases: ['classify'] })),
    // Nobody waits for it: after its limit the message counts as moderate, and for an hour none is asked for.
    expect: { note: 'model 0' },
  },
  {
    ...isFar(
      slow('a stall after the first words', 'MiniMax-AI/MiniMax-M2#109', {}, { says: () => [says(ANSWER)] }),
    ),
    serve: (seen, said) => stalled(good(seen, said), said.text),
    // How much had arrived differs; what is kept is a part of the answer.
    expect: {
      status: 'failed',
      answer: /^(The gate.*)?$/,
      failure: /nothing for|silen/,
      tools: [],
      reasoning: null,
      mostRequests: 4,
    },
  },
  {
    ...isNear(slow('a stall after the first words', LLAMA_CPP, {}, { says: () => [says(ANSWER)] })),
    serve: (seen, said) => stalled(good(seen, said), said.text),
    expect: {
      status: 'failed',
      answer: /^(The gate.*)?$/,
      failure: /nothing for|silen/,
      tools: [],
      reasoning: null,
      mostRequests: 4,
    },
  },
  {
    ...isFar(slow('a service that never answers', 'MiniMax-AI/MiniMax-M2#109', {})),
    serve: (seen, said) => ({ ...stalled(good(seen, said), ''), waitMs: 24 * 3_600 * SECOND }),
    expect: {
      status: 'failed',
      answer: '',
      failure: /nothing for|first/,
      tools: [],
      reasoning: null,
      mostRequests: 4,
    },
  },
  {
    ...isFar(
      slow(
        'comments without end and no word',
        'https://openrouter.ai/docs/api_reference/streaming#additional-information',
        {},
      ),
    ),
    serve: (seen, said) => {
      const { pieces: _, ...rest } = good(seen, said)
      const pings = Array.from({ length: 2_000 }, (): Piece[] => [': ping\n\n', { waitMs: 10 * SECOND }])
      return { ...rest, pieces: pings.flat() }
    },
    // Signs of life have an end as well: the total limit of a service elsewhere.
    expect: {
      status: 'failed',
      answer: '',
      failure: /did not finish|minutes|nothing/,
      tools: [],
      reasoning: null,
      mostRequests: 4,
    },
  },
]
