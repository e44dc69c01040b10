import { countTokens } from '@/lib/model/tokens'
import type { Kind, Reply, Said, Seen } from '../kind'
import { ALL, good, kind } from '../make'
import { ANSWER, REASONING, SCRIPT, says, write } from '../script'
import { chat, refusal, USAGE } from '../wire-chat'
import { response, responses } from '../wire-responses'

const BOTH = ['chat', 'responses'] as const
const capOf = ({ body }: Seen) =>
  Number(body.max_tokens ?? body.max_completion_tokens ?? body.max_output_tokens ?? Number.POSITIVE_INFINITY)
const LONG = `${REASONING} `.repeat(200)
/** Tokens that the model thinks before it writes. */
const THOUGHT = countTokens(LONG)

/** The cap ran out: so much text, and the reason. */
const cutShort = ({ api }: Seen, said: Said): Reply =>
  api === 'chat'
    ? chat(said, { finish: 'length' })
    : responses(said, {
        last: {
          type: 'response.incomplete',
          response: response({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }),
        },
      })

/** A model that thinks for some 1,600 tokens before each reply. */
const thinksLong = (name: string, source: string, text: (said: Said) => string): Kind => ({
  name,
  source,
  apis: BOTH,
  phases: [...ALL, 'classify'],
  says: (phase) => SCRIPT[phase].map((said) => ({ ...said, reasoning: LONG })),
  serve: (seen, said) =>
    capOf(seen) < THOUGHT + countTokens(said.text) + 50
      ? cutShort(seen, { ...said, text: text(said), calls: [] })
      : good(seen, said),
  // The room for reasoning may be found by a second request.
  expect: (phase) => ({ reasoning: null, mostRequests: phase === 'answer' || phase === 'think' ? 2 : 2 }),
})

/** A model that goes on calling tools. Its calls have other arguments each time. */
const restless = (name: string, source: string, serve: (seen: Seen, call: Said) => Reply): Kind => ({
  name,
  source,
  apis: BOTH,
  phases: ['answer'],
  serve: (seen) => {
    const at = seen.earlier.length + 1
    return serve(
      seen,
      says('', { calls: [{ ...write, id: `call_n${at}`, args: { path: `gate${at}.md`, text: 'Green.' } }] }),
    )
  },
})
const offers = ({ body }: Seen) =>
  Array.isArray(body.tools) && body.tools.length > 0 && body.tool_choice !== 'none'
const FOUR = [1, 2, 3, 4].map((at) => ({
  name: 'write_file',
  args: { path: `gate${at}.md`, text: 'Green.' },
}))
const endsAtCap: Kind['expect'] = { reasoning: null, tools: FOUR, notice: /step limit/, mostRequests: 7 }
/** Plain words that name what was done, without marks of prompts, calls or code. */
const READABLE = /^(?=[\s\S]*gate4\.md)(?![\s\S]*(===|^\||`|call_|\{"|write_file:))[A-Z][\s\S]{20,}/m

const OPENROUTER_COST = 'https://openrouter.ai/docs/use-cases/usage-accounting'
const cost = (dollars: number) => ({
  ...USAGE,
  cost: dollars,
  cost_details: { upstream_inference_cost: null },
  is_byok: false,
})

export const limitsMet: Kind[] = [
  thinksLong(
    'reasoning spends the cap, nothing else comes',
    'https://platform.openai.com/docs/guides/reasoning#allocating-space-for-reasoning',
    () => '',
  ),
  thinksLong(
    'reasoning spends the cap, the JSON is cut',
    'https://platform.openai.com/docs/guides/reasoning#allocating-space-for-reasoning',
    (said) => said.text.slice(0, 12),
  ),
  {
    ...thinksLong('<think> spends the cap', 'https://qwenlm.github.io/blog/qwen3/', () => ''),
    serve: (seen, said) => {
      const text = `<think>\n${said.reasoning}\n</think>\n\n${said.text}`
      return capOf(seen) < THOUGHT + countTokens(said.text) + 50
        ? cutShort(seen, says(text.slice(0, 400)))
        : good(seen, { ...said, text, reasoning: '' })
    },
  },
  {
    ...restless(
      'calls tools to the end, and stops when none are offered',
      'own: models that like to call',
      (seen, call) => (offers(seen) ? good(seen, call) : good(seen, says(ANSWER))),
    ),
    expect: endsAtCap,
  },
  {
    ...restless(
      'calls tools to the end, whatever is offered',
      'https://docs.vllm.ai/en/latest/features/tool_calling.html',
      good,
    ),
    expect: { ...(endsAtCap as object), answer: READABLE },
  },
  {
    ...restless('calls tools to the end, as text when none are offered', 'vercel/ai#12390', (seen, call) =>
      offers(seen)
        ? good(seen, call)
        : good(
            seen,
            says(
              `<tool_call>${JSON.stringify({ name: 'write_file', arguments: call.calls[0]?.args })}</tool_call>`,
            ),
          ),
    ),
    expect: { ...(endsAtCap as object), answer: READABLE },
  },
  {
    ...restless(
      'calls tools to the end, and wants tools with their results',
      'earendil-works/pi#149',
      (seen, call) => {
        const offered = Array.isArray(seen.body.tools) && seen.body.tools.length > 0
        if (!offered && JSON.stringify(seen.body).includes('tool_calls'))
          return refusal(
            400,
            'litellm.UnsupportedParamsError: Anthropic expects the `tools` param to be passed in. Pass `tools=` param.',
          )
        return offers(seen) ? good(seen, call) : good(seen, says(ANSWER))
      },
    ),
    apis: ['chat'],
    expect: endsAtCap,
  },
  kind('OpenRouter reports its own cost', OPENROUTER_COST, {
    phases: ['answer'],
    model: 'anthropic/claude-sonnet-4.5',
    serve: (_, said) => chat(said, { usage: cost(0.000_42) }),
    expect: { costMicros: 840 },
  }),
  kind('OpenRouter reports its own cost of a model without a price', OPENROUTER_COST, {
    phases: ['answer'],
    model: 'nobody/never-heard-of-it',
    serve: (_, said) => chat(said, { usage: cost(0.001) }),
    expect: { costMicros: 2_000 },
  }),
  kind('a cost of nothing is not taken for none', OPENROUTER_COST, {
    phases: ['answer'],
    model: 'deepseek/deepseek-r1:free',
    serve: (_, said) => chat(said, { usage: cost(0) }),
    expect: { costMicros: 0 },
  }),
  ...[
    'anthropic/claude-sonnet-4.5',
    'claude-sonnet-4-5-20250929',
    'google/gemini-2.5-pro',
    'models/gemini-2.5-flash',
    'openai/gpt-4o-mini',
  ].map(
    (model): Kind => ({
      name: `a known price of ${model}`,
      source: 'https://openrouter.ai/api/v1/models',
      apis: ['chat'],
      phases: ['answer'],
      model,
      serve: (_, said) => chat(said),
      expect: { costMicros: 'known' },
    }),
  ),
]
