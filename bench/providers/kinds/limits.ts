import { countTokens } from '@/lib/model/tokens'
import type { Kind, ModelReply, Reply, Seen } from '../kind'
import { ALL, ANSWER_ONLY, BOTH, fails, good, kind } from '../make'
import { ANSWER, REASONING, SCRIPT, says, write } from '../script'
import { marked, promptTokens } from '../tables'
import { chat, refusal, USAGE } from '../wire-chat'
import { response, responses } from '../wire-responses'

const capOf = ({ body }: Seen) =>
  Number(body.max_tokens ?? body.max_completion_tokens ?? body.max_output_tokens ?? Number.POSITIVE_INFINITY)
const LONG = `${REASONING} `.repeat(200)
/** Tokens that the model thinks before it writes. */
const THOUGHT = countTokens(LONG)

/** The cap ran out: so much text, and the reason. */
const cutShort = ({ api }: Seen, said: ModelReply): Reply =>
  api === 'chat'
    ? chat(said, { finish: 'length' })
    : responses(said, {
        last: {
          type: 'response.incomplete',
          response: response({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }),
        },
      })

/** A model that thinks for some 1,600 tokens before each reply; `cut` = what comes if the cap is below that. */
const thinksLong = (
  name: string,
  cut: (said: ModelReply) => ModelReply,
  whole: (said: ModelReply) => ModelReply = (said) => said,
): Kind =>
  kind(name, {
    apis: BOTH,
    phases: [...ALL, 'classify'],
    says: (phase) => SCRIPT[phase].map((said) => ({ ...said, reasoning: LONG })),
    serve: (seen, said) =>
      capOf(seen) < THOUGHT + countTokens(said.text) + 50
        ? cutShort(seen, { ...cut(said), calls: [] })
        : good(seen, whole(said)),
    // The room for reasoning may be found by a second request.
    expect: { reasoning: null, mostRequests: 2 },
  })
const inText = (said: ModelReply) => marked(said, '<think>\n%thought\n</think>\n\n%text')

const FOUR = [1, 2, 3, 4].map((at) => ({
  name: 'write_file',
  args: { path: `gate${at}.md`, text: 'Green.' },
}))
/** Plain words that name what was done, without marks of prompts, calls or code. */
const READABLE = /^(?=[\s\S]*gate4\.md)(?![\s\S]*(===|^\||`|call_|\{"|write_file:))[A-Z][\s\S]{20,}/m
/** A model that goes on calling tools, with other arguments each time. `end` = its reply when none are offered. */
const restless = (
  name: string,
  end: (seen: Seen, call: ModelReply) => Reply,
  more: Partial<Kind> = {},
  answer: string | RegExp = ANSWER,
): Kind =>
  kind(`calls tools to the end, ${name}`, {
    apis: BOTH,
    phases: ANSWER_ONLY,
    serve(seen) {
      const at = seen.earlier.length + 1
      const args = { path: `gate${at}.md`, text: 'Green.' }
      const call = says('', { calls: [{ ...write, id: `call_n${at}`, args }] })
      const { tools, tool_choice: choice } = seen.body
      return Array.isArray(tools) && tools.length && choice !== 'none' ? good(seen, call) : end(seen, call)
    },
    expect: { answer, reasoning: null, tools: FOUR, notice: /step limit/, mostRequests: 7 },
    ...more,
  })

/** OpenRouter reports what it costs itself. */
const costs = (name: string, model: string, dollars: number, costMicros: number): Kind =>
  kind(name, {
    phases: ANSWER_ONLY,
    model,
    serve: (_, said) => {
      const details = { cost_details: { upstream_inference_cost: null }, is_byok: false }
      return chat(said, { usage: { ...USAGE, cost: dollars, ...details } })
    },
    expect: { costMicros },
  })

/** The second prompt is clearly longer than the first. */
const WRITES = [100, 2].map((lines) => ({
  id: `call_w${lines}`,
  name: 'write_file',
  args: { path: 'gate.md', text: 'The gate is green.\n'.repeat(lines) },
}))

export const limitsMet: Kind[] = [
  thinksLong('reasoning spends the cap, nothing else comes', (said) => ({ ...said, text: '' })),
  thinksLong('reasoning spends the cap, the JSON is cut', (said) => ({
    ...said,
    text: said.text.slice(0, 12),
  })),
  thinksLong('<think> spends the cap', (said) => says(inText(said).text.slice(0, 400)), inText),
  restless('and stops when none are offered', (seen) => good(seen, says(ANSWER))),
  restless('whatever is offered', good, {}, READABLE),
  restless(
    'as text when none are offered',
    (seen, { calls: [call] }) => {
      const text = JSON.stringify({ name: 'write_file', arguments: call?.args })
      return good(seen, says(`<tool_call>${text}</tool_call>`))
    },
    {},
    READABLE,
  ),
  restless(
    'and wants tools with their results',
    (seen) =>
      !(Array.isArray(seen.body.tools) && seen.body.tools.length) &&
      JSON.stringify(seen.body).includes('tool_calls')
        ? refusal(
            400,
            'litellm.UnsupportedParamsError: Anthropic expects the `tools` param to be passed in. Pass `tools=` param.',
          )
        : good(seen, says(ANSWER)),
    { apis: ['chat'] },
  ),
  costs('OpenRouter reports its own cost', 'anthropic/claude-sonnet-4.5', 0.000_42, 840),
  costs(
    'OpenRouter reports its own cost of a model without a price',
    'nobody/never-heard-of-it',
    0.001,
    2_000,
  ),
  costs('a cost of nothing is not taken for none', 'deepseek/deepseek-r1:free', 0, 0),
  ...[
    'anthropic/claude-sonnet-4.5',
    'claude-sonnet-4-5-20250929',
    'google/gemini-2.5-pro',
    'models/gemini-2.5-flash',
    'openai/gpt-4o-mini',
  ].map((model) =>
    kind(`a known price of ${model}`, { phases: ANSWER_ONLY, model, expect: { costMicros: 'known' } }),
  ),
  kind('context of 4,096 that Ollama cuts silently', {
    phases: ANSWER_ONLY,
    history: 6,
    says: () => [...WRITES.map((call) => says('', { calls: [call] })), says(ANSWER)],
    serve: (seen, said) => {
      const read = Math.min(promptTokens(seen), 4_096)
      return chat(said, { usage: { ...USAGE, prompt_tokens: read, total_tokens: read + 20 } })
    },
    expect: { notice: /4,096|4096/, tools: WRITES, reasoning: '', mostRequests: 3 },
    // The first two cannot know it. What follows fits.
    requests: (bodies) =>
      bodies.slice(2).some((body) => promptTokens({ body }) > 4_096)
        ? ['a later request is longer than what the service reads']
        : [],
  }),
  kind('a message too long for any plan', {
    phases: ANSWER_ONLY,
    serve: () =>
      refusal(400, "This model's maximum context length is 300 tokens. However, you requested 9000 tokens.", {
        code: 'context_length_exceeded',
      }),
    expect: fails(/Shorten the message, attach it as a file.*maximum context length is 300 tokens/, 2),
  }),
]
