import type { Kind, Phase, Said } from '../kind'
import { ANSWER_ONLY, kind, written, writtenResponses } from '../make'
import { ANSWER, REASONING, says } from '../script'
import { chat, chunk, pieces } from '../wire-chat'
import { responses } from '../wire-responses'

/** Reasoning and text of a reply in one text. */
type Mark = (reasoning: string, text: string) => string
const marked = (said: Said, mark: Mark): Said => ({
  ...said,
  text: said.reasoning ? mark(said.reasoning, said.text) : said.text,
  reasoning: '',
})
const FOUND: readonly Phase[] = ['think', 'answer', 'notes']

/** Reasoning within the text, whole or in pieces of any length. */
function inText(name: string, source: string, mark: Mark, every: readonly number[] = [1, 7, 1_000]): Kind[] {
  return every.map((length) => ({
    name: `${name}, in pieces of ${length}`,
    source,
    apis: ['chat', 'responses'],
    phases: length === 7 ? FOUND : ['answer'],
    serve: ({ api }, said) =>
      api === 'chat'
        ? chat(marked(said, mark), { every: length })
        : responses(marked(said, mark), { every: length }),
  }))
}

/** Text that only looks like reasoning is shown as it is. */
const stays = (name: string, text: string): Kind => ({
  name: `stays text: ${name}`,
  source: 'own: a person asks about the markup itself',
  apis: ['chat', 'responses'],
  phases: ANSWER_ONLY,
  says: () => [says(text)],
  serve: ({ api }, said) => (api === 'chat' ? chat(said, { every: 3 }) : responses(said, { every: 3 })),
  expect: { answer: text, reasoning: '', tools: [] },
})

const HARMONY = 'https://cookbook.openai.com/articles/openai-harmony'
const MISTRAL = 'https://docs.mistral.ai/capabilities/reasoning/'

/** Mistral's content as a list of parts. */
const mistralParts =
  (deltas: (said: Said) => object[]): Kind['serve'] =>
  (_, said) => {
    const { text: _text, reasoning: _reasoning, ...calls } = said
    return chat(
      { text: '', reasoning: '', ...calls },
      {
        edit: ([first = {}, ...rest]) => [
          first,
          ...deltas(said).map((content) => chunk({ content })),
          ...rest,
        ],
      },
    )
  }
const thinking = (text: string) => [{ type: 'thinking', thinking: [{ type: 'text', text }] }]
const asText = (text: string) => [{ type: 'text', text }]

export const thoughts: Kind[] = [
  kind('Mistral: thinking as parts, then text', MISTRAL, {
    phases: FOUND,
    serve: mistralParts(({ reasoning, text }) => [
      ...pieces(reasoning, 9).map(thinking),
      ...pieces(text, 9).map((part) => part as unknown as object),
    ]),
  }),
  kind('Mistral: thinking and text as parts', MISTRAL, {
    phases: FOUND,
    serve: mistralParts(({ reasoning, text }) => [
      ...pieces(reasoning, 9).map(thinking),
      ...pieces(text, 9).map(asText),
    ]),
  }),
  kind('Mistral: all parts in one event', MISTRAL, {
    phases: FOUND,
    serve: mistralParts(({ reasoning, text }) => [
      [
        ...(reasoning ? thinking(reasoning) : []),
        ...(text ? asText(text) : []),
        { type: 'reference', reference_ids: [1] },
      ],
    ]),
  }),
  {
    name: 'thinking as a text of its part',
    source: 'https://github.com/vllm-project/vllm/blob/main/vllm/entrypoints/openai/protocol.py',
    apis: ['chat'],
    phases: ['answer'],
    serve: mistralParts(({ reasoning, text }) => [
      ...pieces(reasoning, 9).map((part) => [{ type: 'thinking', thinking: part }]),
      ...pieces(text, 9).map(asText),
    ]),
  },
  ...inText(
    '<think>',
    'https://github.com/deepseek-ai/DeepSeek-R1#usage-recommendations',
    (thought, text) => `<think>\n${thought}\n</think>\n\n${text}`,
  ),
  ...inText(
    '<think> without line ends',
    'https://github.com/QwenLM/QwQ',
    (thought, text) => `<think>${thought}</think>${text}`,
  ),
  ...inText(
    'a lone </think>',
    'logancyang/obsidian-copilot#2153',
    (thought, text) => `${thought}\n</think>\n\n${text}`,
  ).map((kind): Kind => ({ ...kind, retracts: true })),
  ...inText(
    '<thinking>',
    'https://github.com/open-webui/open-webui/blob/main/backend/open_webui/utils/middleware.py',
    (thought, text) => `<thinking>${thought}</thinking>\n${text}`,
  ),
  ...inText(
    '<thought>',
    'https://ai.google.dev/gemini-api/docs/openai#thinking',
    (thought, text) => `<thought>${thought}</thought>${text}`,
  ),
  ...inText(
    '<reasoning>',
    'https://github.com/open-webui/open-webui/blob/main/backend/open_webui/utils/middleware.py',
    (thought, text) => `<reasoning>${thought}</reasoning>${text}`,
    [7],
  ),
  ...inText('[THINK]', MISTRAL, (thought, text) => `[THINK]${thought}[/THINK]${text}`),
  ...inText(
    '◁think▷',
    'https://github.com/MoonshotAI/Kimi-VL',
    (thought, text) => `◁think▷${thought}◁/think▷${text}`,
  ),
  ...inText(
    '<seed:think>',
    'https://huggingface.co/ByteDance-Seed/Seed-OSS-36B-Instruct',
    (thought, text) => `<seed:think>${thought}</seed:think>${text}`,
    [7],
  ),
  ...inText(
    '<|START_THINKING|>',
    'https://docs.cohere.com/docs/reasoning',
    (thought, text) =>
      `<|START_THINKING|>${thought}<|END_THINKING|><|START_RESPONSE|>${text}<|END_RESPONSE|>`,
    [7],
  ),
  ...inText(
    'harmony channels',
    HARMONY,
    (thought, text) =>
      `<|channel|>analysis<|message|>${thought}<|end|><|start|>assistant<|channel|>final<|message|>${text}<|return|>`,
  ),
  ...inText(
    'harmony channels without an end mark',
    HARMONY,
    (thought, text) =>
      `<|channel|>analysis<|message|>${thought}<|end|><|start|>assistant<|channel|>final<|message|>${text}`,
    [7],
  ),
  ...inText(
    'harmony with its special tokens lost',
    'Augustas11/macprovider#743',
    (thought, text) => `analysis${thought}assistantfinal${text}`,
    [7],
  ),
  ...inText(
    'an empty <think>',
    'https://qwenlm.github.io/blog/qwen3/',
    (_, text) => `<think>\n\n</think>\n\n${text}`,
    [1, 7],
  ).map((kind): Kind => ({ ...kind, expect: { reasoning: '' } })),
  ...inText(
    'two thoughts',
    'https://github.com/open-webui/open-webui/blob/main/backend/open_webui/utils/middleware.py',
    (thought, text) => `<think>${thought.slice(0, 9)}</think><think>${thought.slice(9)}</think>${text}`,
    [7],
  ).map(
    (kind): Kind => ({
      ...kind,
      expect: (phase) =>
        phase === 'answer' || phase === 'think' ? { reasoning: /^The gate\s+was painted in May\.$/ } : {},
    }),
  ),
  kind('an opened <think> that never closes', 'langgenius/dify-plugin-sdks#213', {
    apis: ['chat', 'responses'],
    phases: ANSWER_ONLY,
    says: () => [says(`<think>${REASONING}`)],
    serve: ({ api }, said) => (api === 'chat' ? chat(said) : responses(said)),
    // All of it was reasoning, so there is no answer.
    expect: {
      status: 'failed',
      answer: '',
      failure: /empty|no answer|wrote/,
      reasoning: null,
      tools: [],
      mostRequests: 4,
    },
  }),
  kind('reasoning in both the field and the text', 'own: gateways that add a field and keep the text', {
    phases: ['answer', 'notes'],
    serve: (_, said) =>
      chat({ ...said, text: said.reasoning ? `<think>${said.reasoning}</think>${said.text}` : said.text }),
    expect: (phase) => (phase === 'answer' ? { reasoning: new RegExp(REASONING) } : {}),
  }),
  {
    name: 'reasoning after the first words',
    source: 'https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking#interleaved-thinking',
    apis: ['chat'],
    phases: ANSWER_ONLY,
    says: () => [says(`Wait.\n\n<think>${REASONING}</think>\n\n${ANSWER}`)],
    serve: (_, said) => chat(said, { every: 4 }),
    // A block of its own on a line of its own is no quotation.
    expect: { answer: /^Wait\.\s+The gate is painted \*\*green\*\*\.$/, reasoning: REASONING, tools: [] },
  },
  written({
    name: 'reasoning_content',
    source: 'https://api-docs.deepseek.com/guides/thinking_mode',
    way: {},
  }),
  written({
    name: 'reasoning',
    source: 'https://openrouter.ai/docs/use-cases/reasoning-tokens',
    way: { reasoning: 'reasoning' },
  }),
  written({
    name: 'reasoning and reasoning_content alike',
    source: 'https://docs.vllm.ai/en/latest/features/reasoning_outputs.html',
    way: {
      edit: (events) =>
        JSON.parse(JSON.stringify(events), (key, value: unknown) => {
          const delta = key === 'delta' ? (value as { reasoning_content?: string } | null) : null
          return delta?.reasoning_content ? { ...delta, reasoning: delta.reasoning_content } : value
        }) as Record<string, unknown>[],
    },
  }),
  written({
    name: 'only reasoning_details',
    source: 'https://openrouter.ai/docs/use-cases/reasoning-tokens#reasoning_details-array-structure',
    way: {
      edit: (events) =>
        JSON.parse(JSON.stringify(events), (key, value: unknown) => {
          const delta = key === 'delta' ? (value as { reasoning_content?: string } | null) : null
          if (!delta?.reasoning_content) return value
          const { reasoning_content: text, ...rest } = delta
          return { ...rest, reasoning_details: [{ type: 'reasoning.text', text, format: null, index: 0 }] }
        }) as Record<string, unknown>[],
    },
  }),
  stays(
    'in a code fence',
    'Qwen writes:\n\n```text\n<think>\nHm.\n</think>\n```\n\nThen the answer follows.',
  ),
  stays('in backticks', 'A model opens `<think>` and closes `</think>` before it answers.'),
  stays('a lone tag in backticks', 'The tag `</think>` ends the reasoning.'),
  stays(
    'in a sentence',
    'The <think> tag begins its reasoning, as in <think>Hm.</think>, and is removed by clients.',
  ),
  stays('a lone tag in a sentence', 'In templates the </think> tag ends the thought. <eos> ends the text.'),
  stays('XML with reasoning', 'It is:\n<reasoning>\nwhy\n</reasoning>\nDone.'),
  stays('harmony in a code fence', '```\n<|channel|>analysis<|message|>Hm.<|end|>\n```\n\nThat is harmony.'),
  stays('another tag', '<thin>not one</thin> and 1 <thinner> 2.'),
  stays('the word analysis first', 'analysis of the gate: it is green.'),
  writtenResponses({
    name: 'reasoning summary',
    source: 'https://platform.openai.com/docs/guides/reasoning#reasoning-summaries',
    way: {},
  }),
]
