import type { Kind, Piece, Reply } from '../kind'
import { ANSWER_ONLY, BOTH, fails, good, kind } from '../make'
import { ANSWER, says } from '../script'

const SECOND = 1_000

/** Pauses within a good reply: before its first byte, after its headers, and between its events. */
type Pauses = { headers?: number; first?: number; between?: number; beforeCalls?: number; ping?: string }

function paced(reply: Reply, { headers = 0, first = 0, between = 0, beforeCalls = 0, ping }: Pauses): Reply {
  const wait = (seconds: number): Piece[] =>
    ping && seconds
      ? Array.from({ length: Math.ceil(seconds / 10) }, () => [ping, { waitMs: 10 * SECOND }]).flat()
      : seconds
        ? [{ waitMs: seconds * SECOND }]
        : []
  const firstCall = reply.pieces.findIndex((event) => /tool_calls"|function_call/.test(String(event)))
  const body = reply.pieces.flatMap((event, at) => [
    ...(at === firstCall ? wait(beforeCalls) : []),
    event,
    ...wait(between),
  ])
  return { ...reply, ...(headers ? { waitMs: headers * SECOND } : {}), pieces: [...wait(first), ...body] }
}

const near = (name: string, pauses: Pauses, more: Partial<Kind> = {}): Kind =>
  kind(`${name}, on this machine`, {
    apis: BOTH,
    phases: ANSWER_ONLY,
    serve: (seen, said) => paced(good(seen, said), pauses),
    ...more,
  })
/** A service that is not on this machine. The bench sends its calls to the server here. */
const far: typeof near = (name, pauses, more) => ({
  ...near(name, pauses, more),
  name: `${name}, elsewhere`,
  baseUrl: 'https://slow.example.com/v1',
})
const both: (...args: Parameters<typeof near>) => Kind[] = (...args) => [near(...args), far(...args)]

/** 180 words, one every 2 seconds. */
const TRICKLE = Array.from({ length: 180 }, (_, at) => `word${String(at).padStart(3, '0')}`).join(' ')
const stalled = (reply: Reply, said: string): Reply => ({
  ...reply,
  pieces: reply.pieces.slice(0, said ? 3 : 0),
  end: 'hang',
})
const STALLS: Partial<Kind> = {
  says: () => [says(ANSWER)],
  serve: (seen, said) => stalled(good(seen, said), said.text),
  // How much had arrived differs; what is kept is a part of the answer.
  expect: fails(/nothing for|silen/, 4, /^(The gate.*)?$/),
}

export const slowServices: Kind[] = [
  ...both('45 s of silence before a tool call', { beforeCalls: 45 }),
  ...both(
    'a word every 2 s for 6 minutes',
    {},
    {
      says: () => [says(TRICKLE)],
      serve: (seen, said) => paced(good(seen, said, { every: 8 }), { between: 2 }),
      expect: { answer: TRICKLE, tools: [], reasoning: '', mostRequests: 1 },
    },
  ),
  near('60 s to the first byte', { headers: 60 }),
  near('6 minutes to the first byte', { headers: 360 }),
  far('48 s to the first byte', { headers: 48 }),
  near('headers at once and 2 minutes to the first event', { first: 120 }),
  ...both('3 minutes of comments before the first word', { first: 180, ping: ': OPENROUTER PROCESSING\n\n' }),
  far('2 minutes of pings before the tool call', { beforeCalls: 120, ping: ': ping\n\n' }),
  near('a slow note', { headers: 50 }, { phases: ['notes'] }),
  far('a slow note', { headers: 50 }, { phases: ['notes'] }),
  // Nobody waits for it: after its limit the message counts as moderate, and for an hour none is asked for.
  near('a slow classification', { headers: 30 }, { phases: ['classify'], expect: { note: 'model 0' } }),
  far('a stall after the first words', {}, STALLS),
  near('a stall after the first words', {}, STALLS),
  far(
    'a service that never answers',
    {},
    {
      serve: (seen, said) => ({ ...stalled(good(seen, said), ''), waitMs: 24 * 3_600 * SECOND }),
      expect: fails(/nothing for|first/),
    },
  ),
  // Signs of life have an end as well: the total limit of a service elsewhere.
  far(
    'comments without end and no word',
    {},
    {
      serve: (seen, said) => ({
        ...good(seen, said),
        pieces: Array.from({ length: 2_000 }, (): Piece[] => [': ping\n\n', { waitMs: 10 * SECOND }]).flat(),
      }),
      expect: fails(/did not finish|minutes|nothing/),
    },
  ),
]
