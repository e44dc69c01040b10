import { countTokens } from '@/lib/model/tokens'
import type { Kind, Reply, Seen } from '../kind'
import { refusing } from '../make'

/** Tokens of a request's texts and tools, as a service counts them. */
export const promptTokens = ({ body }: Pick<Seen, 'body'>) =>
  countTokens(
    JSON.stringify([body.messages ?? [body.instructions, body.input], body.tools ?? []]).replaceAll(
      '\\n',
      '\n',
    ),
  )
const room = ({ body }: Pick<Seen, 'body'>) =>
  Number(body.max_tokens ?? body.max_completion_tokens ?? body.max_output_tokens ?? 0)

/** Where only the prompt counts, and where the reply's room counts too. */
const LIMITS = { prompt: 4_096, both: 8_192 }
type Sizes = { prompt: number; reply: number; limit: number }

/** A small context whose service says so in its own words. The history is planned again within it, once. */
export const small = (
  name: string,
  source: string,
  refuse: (sizes: Sizes) => Reply,
  more: { counts?: 'prompt' | 'both' } & Partial<Kind> = {},
): Kind => {
  const { counts = 'both', ...rest } = more
  const limit = LIMITS[counts]
  const isTooLong = (seen: Pick<Seen, 'body'>) =>
    promptTokens(seen) + (counts === 'both' ? room(seen) : 0) > limit
  return refusing({
    name: `context of ${limit}: ${name}`,
    source,
    phases: ['think', 'answer'],
    history: 5,
    when: isTooLong,
    refuse: (seen) => refuse({ prompt: promptTokens(seen), reply: room(seen), limit }),
    // Whether the person is told is left open: nothing of this turn's own is missing.
    expect: { notice: /^/ },
    requests: (bodies) => (bodies.some((body) => isTooLong({ body })) ? [] : ['no request was too long']),
    ...rest,
  })
}

export const OVERFLOW =
  'https://github.com/RooCodeInc/Roo-Code/blob/main/src/core/context/context-management/context-error-handling.ts'
